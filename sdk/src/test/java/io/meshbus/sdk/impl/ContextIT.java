package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Layout.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.bus.PublishOptions;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.VertxInternal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever was asked on a context is answered on that very context, never on a jnats thread. */
@ExtendWith(LoopWatch.class)
class ContextIT {
    private static final Duration SECONDS = Duration.ofSeconds(5);
    private static final String[] ENTRIES = {
        "onFault",
        "onState",
        "handler",
        "onFinal",
        "stream",
        "stream end",
        "stream fault",
        "message",
        "queue message",
        "subscribe",
        "queue subscribe",
        "publish",
        "store",
        "last",
        "serve",
        "request",
        "flush",
        "stop",
        "cancel",
        "close"
    };
    private static final Buffer BODY = Buffer.buffer("x");

    private final Map<String, Context> seen = new ConcurrentHashMap<>();

    private void note(String entry) {
        Context now = Vertx.currentContext();
        if (now != null) {
            seen.put(entry, now);
        }
    }

    /** Virtual threads where the JDK has them. */
    static List<ThreadingModel> models() {
        return Runtime.version().feature() >= 21
                ? List.of(ThreadingModel.EVENT_LOOP, ThreadingModel.WORKER, ThreadingModel.VIRTUAL_THREAD)
                : List.of(ThreadingModel.EVENT_LOOP, ThreadingModel.WORKER);
    }

    /** On a JDK without them the model is refused by Vert.x before anything of ours runs; with them it is one more model. */
    @Test
    void virtualThreadsAreThereFrom21On() {
        Vertx vertx = Vertx.vertx();
        try {
            boolean there = Runtime.version().feature() >= 21;
            assertThat(((VertxInternal) vertx).isVirtualThreadAvailable()).isEqualTo(there);
            assertThat(models().contains(ThreadingModel.VIRTUAL_THREAD)).isEqualTo(there);
            if (!there) {
                assertThatThrownBy(() -> ((VertxInternal) vertx).createContext(ThreadingModel.VIRTUAL_THREAD))
                        .isInstanceOf(IllegalStateException.class);
            }
        } finally {
            Layout.await(vertx.close());
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void everyEntryPointComesHome(ThreadingModel model, @TempDir Path dir) {
        try (Bed bed = new Bed(dir)) {
            bed.withConsumer("m1", Duration.ofSeconds(30), 5);
            bed.withConsumer("m3", Duration.ofSeconds(30), 5);
            Bus m1 = bed.connect(Layout.M1);
            Bus m2 = bed.connect(Layout.M2);
            Context home = ((VertxInternal) bed.vertx).createContext(model);
            await(bed.<Future<?>>on(home, () -> everything(m1, m2)));
            assertThat(seen)
                    .containsOnlyKeys(ENTRIES)
                    .allSatisfy(
                            (entry, context) -> assertThat(context).as(entry).isSameAs(home));
        }
    }

    private Future<?> everything(Bus m1, Bus m2) {
        Promise<Void> heard = Promise.promise();
        Promise<Void> handled = Promise.promise();
        Promise<Void> streamed = Promise.promise();
        Promise<Void> finished = Promise.promise();
        Promise<Void> troubled = Promise.promise();
        m1.onFault(problem -> note("onFault"));
        m1.onState(state -> note("onState"));
        m1.consume(
                "EVENTS",
                "m1",
                ConsumeOptions.DEFAULT,
                delivery -> {
                    note("handler");
                    handled.tryComplete();
                    return Future.failedFuture(new PoisonException("for onFinal"));
                },
                (delivery, reason) -> {
                    note("onFinal");
                    finished.tryComplete();
                    return Future.succeededFuture();
                });
        Consumption stream = m1.consume("EVENTS", "m3", ConsumeOptions.DEFAULT);
        stream.endHandler(end -> note("stream end")).handler(delivery -> {
            note("stream");
            delivery.ack();
            streamed.tryComplete();
        });
        stream.fetch(1);
        m1.consume("CONTROL", "m1", ConsumeOptions.DEFAULT)
                .exceptionHandler(refused -> {
                    note("stream fault");
                    troubled.tryComplete();
                })
                .handler(delivery -> note("never"))
                .fetch(1);
        return m1.subscribe("mesh.mod.m1.core.>", message -> {
                    note("message");
                    heard.tryComplete();
                })
                .andThen(done -> note("subscribe"))
                .compose(done -> m1.subscribe(Layout.TOOL, "t", message -> note("queue message")))
                .andThen(done -> note("queue subscribe"))
                .compose(queued -> m2.publish(Message.of(Layout.TOOL, BODY))
                        .compose(done -> m2.flush())
                        .compose(done -> m1.flush())
                        .compose(done -> queued.cancel()))
                .andThen(done -> note("cancel"))
                .compose(done -> m1.publish(Message.of("mesh.mod.m1.core.a", BODY)))
                .andThen(done -> note("publish"))
                .compose(done -> heard.future())
                .compose(done -> m1.store(Bed.event("e"), PublishOptions.PLAIN))
                .andThen(done -> note("store"))
                .compose(done -> m1.last("EVENTS", Layout.EVENT))
                .andThen(done -> note("last"))
                .compose(done -> m1.serve(Layout.TOOL, "t", 1, question -> {
                    note("serve");
                    return Future.succeededFuture(question);
                }))
                .compose(done -> m2.request(Message.of(Layout.TOOL, BODY), SECONDS))
                .andThen(done -> note("request"))
                .compose(done -> m1.publish(Message.of("mesh.forbidden", BODY)))
                .compose(done -> m1.flush())
                .andThen(done -> note("flush"))
                .compose(done -> Future.all(handled.future(), finished.future(), streamed.future(), troubled.future()))
                .compose(done -> stream.stop(SECONDS))
                .andThen(done -> note("stop"))
                .compose(done -> m1.close(SECONDS))
                .andThen(done -> note("close"));
    }
}
