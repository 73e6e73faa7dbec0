package io.meshbus.launcher.run;

import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

/** {@code run/ports.json}: there while the mesh is ready, which is what scripts wait for. Blocking. */
public final class PortsFile {
    private PortsFile() {}

    public static void write(MeshDirectory directory, MeshIdentity identity, int httpPort) {
        AtomicFile.write(
                directory.ports(),
                new JsonObject()
                                .put("nats", identity.natsPort())
                                .put("monitor", identity.monitorPort())
                                .put("http", httpPort)
                                .encode()
                        + "\n");
    }

    public static void remove(MeshDirectory directory) {
        try {
            Files.deleteIfExists(directory.ports());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
