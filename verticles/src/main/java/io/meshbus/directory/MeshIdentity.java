package io.meshbus.directory;

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
}
