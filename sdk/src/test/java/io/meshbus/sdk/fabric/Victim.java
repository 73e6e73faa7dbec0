package io.meshbus.sdk.fabric;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** A process that takes an event, says so in a file, and never ends it. */
final class Victim {
    private Victim() {}

    /** @param args url, pin, user, the file */
    public static void main(String[] args) {
        Vertx vertx = Vertx.vertx();
        FabricOptions options =
                FabricOptions.of(FabricBed.options(args[0], args[1], args[2])).withDelivery(Duration.ofSeconds(2), 1);
        FabricBed.await(Fabric.connect(vertx, options)
                .compose(fabric -> fabric.subscribeKind(Kind.MESSAGE_POSTED, event -> {
                    vertx.fileSystem()
                            .writeFile(
                                    args[3],
                                    io.vertx.core.buffer.Buffer.buffer(
                                            event.ref().rowId()));
                    return Promise.promise().future();
                })));
    }

    static Process start(FabricBed bed, String user, Path file) throws java.io.IOException {
        Files.deleteIfExists(file);
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        bed.server.url(),
                        bed.server.pin(),
                        user,
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(file.resolveSibling("victim.log").toFile())
                .start();
    }
}
