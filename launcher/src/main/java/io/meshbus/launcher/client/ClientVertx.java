package io.meshbus.launcher.client;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;

/** The smallest Vert.x that carries one connection: a command lives for half a second and must not pay for more. */
final class ClientVertx {
    private ClientVertx() {}

    static Vertx create() {
        // The JDK's resolver serves; Vert.x' own would start netty's.
        System.setProperty("vertx.disableDnsResolver", "true");
        return Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                // A first connect that the bus refused keeps its worker for a while, and is tried once more.
                .setWorkerPoolSize(2)
                .setInternalBlockingPoolSize(1)
                .setPreferNativeTransport(false)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }
}
