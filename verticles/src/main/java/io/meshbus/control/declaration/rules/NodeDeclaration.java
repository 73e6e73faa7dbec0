package io.meshbus.control.declaration.rules;

import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.Declaration.ModuleDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The declaration of a node as a pure function of the desired state (spec 3.7). */
public final class NodeDeclaration {
    private static final int VERSION = 1;

    private NodeDeclaration() {}

    /**
     * What a mesh says to each of its nodes alike.
     *
     * @param mesh its id
     * @param urls where the bus is
     * @param pins which certificates it may show
     * @param made how its new principals prove themselves unless the definition says it
     */
    public record MeshFacts(String mesh, long epoch, List<String> urls, List<String> pins, AuthMode made) {
        /** Of a mesh made with passwords. */
        public MeshFacts(String mesh, long epoch, List<String> urls, List<String> pins) {
            this(mesh, epoch, urls, pins, AuthMode.PASSWORD);
        }

        public MeshFacts {
            urls = List.copyOf(urls);
            pins = List.copyOf(pins);
        }
    }

    /** A declaration, or the principals that have no credentials for this node yet. */
    public sealed interface Composed {
        record Whole(Declaration declaration) implements Composed {}

        record Lacking(List<PrincipalId> principals) implements Composed {}
    }

    /** @param sealed what is handed to this node, by principal; its host's own may be missing */
    public static Composed compose(
            MeshFacts facts,
            Definition definition,
            DefinitionSource source,
            NodeId node,
            Map<PrincipalId, String> sealed) {
        List<ModuleDeclaration> modules = new ArrayList<>();
        List<PrincipalId> lacking = new ArrayList<>();
        for (Manifest manifest : StartOrder.of(definition.modulesOn(node))) {
            PrincipalId principal = PrincipalId.module(manifest.module(), node);
            String credentials = sealed.get(principal);
            if (credentials == null) {
                lacking.add(principal);
            } else {
                modules.add(module(definition, source, manifest, credentials));
            }
        }
        return lacking.isEmpty()
                ? new Composed.Whole(new Declaration(
                        VERSION,
                        facts.mesh(),
                        node,
                        facts.epoch(),
                        facts.urls(),
                        facts.pins(),
                        modules,
                        AuthMode.of(definition, facts.made()) == AuthMode.NKEY ? AuthMode.NKEY.word() : null,
                        sealed.get(PrincipalId.host(node))))
                : new Composed.Lacking(lacking);
    }

    private static ModuleDeclaration module(
            Definition definition, DefinitionSource source, Manifest manifest, String credentials) {
        String home = "modules/" + manifest.module() + "/";
        return new ModuleDeclaration(
                manifest.module(),
                manifest.version(),
                manifest,
                seats(definition, manifest),
                artefacts(definition, home),
                files(source, manifest, home),
                credentials,
                Map.of());
    }

    private static List<Seat> seats(Definition definition, Manifest manifest) {
        Set<SeatId> wanted = new TreeSet<>(manifest.holds());
        manifest.submits().stream().map(SeatVerb::seat).forEach(wanted::add);
        return definition.seats().values().stream()
                .filter(seat -> wanted.contains(seat.seat()))
                .sorted((a, b) -> a.seat().compareTo(b.seat()))
                .toList();
    }

    private static Map<String, ArtefactRef> artefacts(Definition definition, String home) {
        Map<String, ArtefactRef> beside = new TreeMap<>();
        definition.artefacts().forEach((path, ref) -> {
            if (path.startsWith(home)) {
                beside.put(path.substring(home.length()), ref);
            }
        });
        return beside;
    }

    /** Path in the module's home → content, for each file resource and each directory that is filled from one. */
    private static Map<String, String> files(DefinitionSource source, Manifest manifest, String home) {
        Map<String, String> files = new TreeMap<>();
        for (Manifest.Resource resource : manifest.resources()) {
            String file = resource.file();
            String directory = resource.directory();
            String from = resource.from();
            if (file != null && from != null) {
                String content = source.files().get(home + from);
                if (content != null) {
                    files.put(file, content);
                }
            } else if (directory != null && from != null) {
                String below = home + from + "/";
                source.files().forEach((path, content) -> {
                    if (path.startsWith(below)) {
                        files.put(directory + "/" + path.substring(below.length()), content);
                    }
                });
            }
        }
        return files;
    }
}
