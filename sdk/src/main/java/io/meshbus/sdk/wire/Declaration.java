package io.meshbus.sdk.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Seat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one node must be (spec 3.7): a pure function of the desired state. Its digest is SHA-256 of its canonical JSON,
 * its signature the header {@code Mesh-Signature} over the exact body bytes.
 *
 * @param mesh the mesh's id
 * @param epoch rises when NODES was lost; with the stream sequence it is the order
 * @param urls where the bus is
 * @param pins which certificates it may show
 * @param modules in the order in which they start
 * @param auth {@code nkey} when the node is to offer public keys in its reports; left out otherwise
 * @param credentials what the host itself is handed from now on; left out while it keeps what it was admitted with
 */
public record Declaration(
        int v,
        String mesh,
        NodeId node,
        long epoch,
        List<String> urls,
        List<String> pins,
        List<ModuleDeclaration> modules,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String auth,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String credentials) {
    /**
     * @param manifest the whole manifest, schemas inline
     * @param seats protocols of the seats it holds or submits to, schemas inline
     * @param artefacts name beside the manifest → digest and size
     * @param files path in the module's home → content
     * @param credentials what the module is handed on this node: its password, sealed to the node for {@code
     *     <module>.<node>}, or which nkey of the node
     * @param secrets name → value sealed to the node
     */
    public record ModuleDeclaration(
            ModuleId module,
            String version,
            Manifest manifest,
            List<Seat> seats,
            Map<String, ArtefactRef> artefacts,
            Map<String, String> files,
            String credentials,
            Map<String, String> secrets) {
        public ModuleDeclaration {
            Require.member(module, "module");
            Require.member(version, "version");
            Require.member(manifest, "manifest");
            Require.member(artefacts, "artefacts");
            Require.member(files, "files");
            Require.member(credentials, "credentials");
            Require.member(secrets, "secrets");
            seats = seats == null ? List.of() : List.copyOf(seats);
        }

        /** Without protocols of seats. */
        public ModuleDeclaration(
                ModuleId module,
                String version,
                Manifest manifest,
                Map<String, ArtefactRef> artefacts,
                Map<String, String> files,
                String credentials,
                Map<String, String> secrets) {
            this(module, version, manifest, List.of(), artefacts, files, credentials, secrets);
        }
    }

    public Declaration {
        Require.member(mesh, "mesh");
        Require.member(node, "node");
        Require.member(urls, "urls");
        Require.member(pins, "pins");
        Require.member(modules, "modules");
        urls = List.copyOf(urls);
        pins = List.copyOf(pins);
        modules = List.copyOf(modules);
    }

    /** Where nothing changes for the host itself. */
    public Declaration(
            int v,
            String mesh,
            NodeId node,
            long epoch,
            List<String> urls,
            List<String> pins,
            List<ModuleDeclaration> modules) {
        this(v, mesh, node, epoch, urls, pins, modules, null, null);
    }
}
