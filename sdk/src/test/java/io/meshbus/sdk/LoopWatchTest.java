package io.meshbus.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LoopWatchTest {
    private static StackTraceElement frame(String type) {
        return new StackTraceElement(type, "work", null, -1);
    }

    @Test
    void whoCalledTheLibraryIsNamed() {
        assertThat(LoopWatch.ours(Stream.of(
                        frame("java.net.SocketInputStream"),
                        frame("io.nats.client.impl.NatsConnection"),
                        frame("io.meshbus.sdk.impl.Wire"),
                        frame("io.vertx.core.impl.ContextImpl"))))
                .contains("io.meshbus.sdk.impl.Wire.work");
    }

    /** bcrypt on an event loop, as nobody should: the check sees it, again and again. */
    @Test
    void aLoopThatWeHoldIsSeen() throws Exception {
        LoopWatch watch = new LoopWatch();
        watch.begin();
        Vertx vertx = LoopWatch.vertx();
        try {
            CompletableFuture<Void> done = new CompletableFuture<>();
            vertx.runOnContext(go -> {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
                Secret secret = Secret.of("x");
                while (System.nanoTime() - end < 0) {
                    PasswordHash.of(secret, new SecureRandom());
                }
                done.complete(null);
            });
            done.get(30, TimeUnit.SECONDS);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
        assertThat(watch.end().getOrDefault(PasswordHash.class.getName() + ".of", 0))
                .isGreaterThanOrEqualTo(3);
    }

    @Test
    void aTestsOwnWorkAndAForeignOneAreNotOurs() {
        assertThat(LoopWatch.ours(Stream.of(frame("java.lang.Thread"), frame(LoopWatchTest.class.getName()))))
                .isEmpty();
        assertThat(LoopWatch.ours(Stream.of(frame("org.other.Thing"), frame("io.meshbus.sdk.impl.Wire"))))
                .isEmpty();
        assertThat(LoopWatch.ours(Stream.of(frame("io.netty.channel.nio.NioEventLoop"))))
                .isEmpty();
    }
}
