package io.meshbus.directory;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.Members;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * {@code mesh.json}: what a mesh is, made once at genesis.
 *
 * @param v format version, 1
 * @param id unguessable id of this mesh; declarations carry it
 * @param name a DNS label
 * @param meshKey public mesh key, base64url
 * @param pins SHA-256 (hex) of the certificates the broker may show; two during a rotation
 * @param host where the broker listens
 * @param natsPort client port, chosen at genesis and kept
 * @param monitorPort monitoring port on loopback
 * @param httpPort health and console
 */
public record MeshIdentity(
        int v,
        String id,
        String name,
        String meshKey,
        List<String> pins,
        String host,
        int natsPort,
        int monitorPort,
        int httpPort) {
    public MeshIdentity {
        pins = List.copyOf(pins);
    }

    /** Where clients on this machine reach the bus. */
    public String url() {
        return "tls://" + host + ":" + natsPort;
    }

    /** With other ports and host; everything else stays. */
    public MeshIdentity at(String newHost, int nats, int monitor, int http) {
        return new MeshIdentity(v, id, name, meshKey, pins, newHost, nats, monitor, http);
    }

    /** While the broker may show other certificates. */
    public MeshIdentity withPins(List<String> others) {
        return new MeshIdentity(v, id, name, meshKey, others, host, natsPort, monitorPort, httpPort);
    }

    /** Blocking. @throws ProblemException {@code DIRECTORY_NOT_A_MESH} */
    public static MeshIdentity read(MeshDirectory directory) {
        try {
            Buffer file = Buffer.buffer(Files.readAllBytes(directory.identity()));
            return decode(Members.of(file, "MeshIdentity"));
        } catch (IOException e) {
            throw notAMesh(directory, Files.exists(directory.identity()) ? "mesh.json cannot be read" : "no mesh.json");
        } catch (ProblemException e) {
            throw notAMesh(directory, "mesh.json is damaged: " + e.problem().why());
        }
    }

    private static MeshIdentity decode(Members file) {
        return new MeshIdentity(
                file.whole("v"),
                file.text("id"),
                file.text("name"),
                file.text("meshKey"),
                file.texts("pins"),
                file.text("host"),
                file.whole("natsPort"),
                file.whole("monitorPort"),
                file.whole("httpPort"));
    }

    /** Blocking. */
    public void write(MeshDirectory directory) {
        AtomicFile.write(
                directory.identity(), WireCodec.encode(this).appendString("\n").getBytes());
    }

    private static RuntimeException notAMesh(MeshDirectory directory, String why) {
        return Problem.of(
                        ProblemCode.DIRECTORY_NOT_A_MESH,
                        "this is not the directory of a mesh",
                        why,
                        "name another with --dir, or make a mesh with meshbus genesis")
                .at(directory.root().toString())
                .asException();
    }
}
