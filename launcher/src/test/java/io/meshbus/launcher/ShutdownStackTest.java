package io.meshbus.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class ShutdownStackTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(50);

    private final List<String> stopped = Collections.synchronizedList(new ArrayList<>());

    private Future<?> note(String step) {
        stopped.add(step);
        return Future.succeededFuture();
    }

    @Test
    void stopsInReverseOrderOnce(Vertx vertx, VertxTestContext context) {
        ShutdownStack stack = new ShutdownStack(vertx);
        stack.push("broker", LONG, () -> note("broker"));
        stack.push("store", LONG, () -> note("store"));
        stack.push("host", LONG, () -> note("host"));
        stack.close(LONG)
                .compose(first -> stack.close(LONG).map(second -> first && second))
                .onComplete(context.succeeding(well -> context.verify(() -> {
                    assertThat(well).isTrue();
                    assertThat(stopped).containsExactly("host", "store", "broker");
                    context.completeNow();
                })));
    }

    @Test
    void aStepThatFailsThrowsOrHangsHoldsNoOther(Vertx vertx, VertxTestContext context) {
        ShutdownStack stack = new ShutdownStack(vertx);
        stack.push("last", LONG, () -> note("last"));
        stack.push("fails", LONG, () -> Future.failedFuture("no"));
        stack.push("throws", LONG, () -> {
            throw new IllegalStateException("no");
        });
        stack.push("hangs", SHORT, () -> Promise.promise().future());
        stack.close(LONG)
                .onComplete(context.succeeding(well -> context.verify(() -> {
                    assertThat(well).isFalse();
                    assertThat(stopped).containsExactly("last");
                    context.completeNow();
                })));
    }

    @Test
    void oneDeadlineBoundsAllStepsAndEachStillGetsAChance(Vertx vertx, VertxTestContext context) {
        ShutdownStack stack = new ShutdownStack(vertx);
        stack.push("last", LONG, () -> note("last"));
        for (int step = 0; step < 3; step++) {
            stack.push("hangs", LONG, () -> Promise.promise().future());
        }
        long began = System.nanoTime();
        stack.close(SHORT)
                .onComplete(context.succeeding(well -> context.verify(() -> {
                    assertThat(well).isFalse();
                    assertThat(stopped).containsExactly("last");
                    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LONG);
                    context.completeNow();
                })));
    }

    @Test
    void whatIsStartedWhileItClosesIsStoppedAtOnce(Vertx vertx, VertxTestContext context) {
        ShutdownStack stack = new ShutdownStack(vertx);
        Promise<Void> late = Promise.promise();
        stack.close(LONG)
                .onSuccess(closed -> stack.push("late", LONG, () -> {
                    late.complete();
                    return Future.succeededFuture();
                }));
        late.future().onComplete(context.succeedingThenComplete());
    }
}
