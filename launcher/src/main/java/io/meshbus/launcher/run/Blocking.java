package io.meshbus.launcher.run;

import io.meshbus.launcher.client.Awaiting;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Function;

/** One piece of asynchronous work for a command that otherwise needs no event loop. */
public final class Blocking {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Blocking() {}

    public static <T> T withVertx(Function<Vertx, Future<T>> work) {
        Vertx vertx = Vertx.vertx();
        try {
            return Awaiting.result(
                    Awaiting.on(vertx.getOrCreateContext(), () -> work.apply(vertx)), LIMIT, "reading the config");
        } finally {
            vertx.close();
        }
    }
}
