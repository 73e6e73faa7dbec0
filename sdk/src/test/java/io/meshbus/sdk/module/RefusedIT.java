package io.meshbus.sdk.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A module whose manifest says more than what is live: the server refuses, and the call says which line is missing. */
@ExtendWith(LoopWatch.class)
class RefusedIT {
    private static final JsonObject TEA = new JsonObject().put("item", "tea");

    private ModuleBed bed;

    @BeforeEach
    void raise(@TempDir Path directory) {
        bed = new ModuleBed(directory);
    }

    @AfterEach
    void end() throws Exception {
        bed.close();
    }

    @Test
    void theCallThatTheServerRefusesFailsAtOnceWithTheLine() throws Exception {
        Mesh mesh = bed.believing(
                Manifests.of("teller")
                        .emits("more", null)
                        .serves("tool", null, null, Duration.ofSeconds(1))
                        .uses("deaf.tool")
                        .holds("desk")
                        .submits("other.verb"),
                "n1");
        long began = System.nanoTime();
        CallException refused = (CallException)
                failure(mesh.request("deaf.tool", TEA, JsonObject.class, CallOptions.within(Duration.ofSeconds(15))));
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
        assertThat(refused.code()).isEqualTo(ProblemCode.REFUSED);
        assertThat(refused.problem().remedy()).contains("`uses: [ deaf.tool ]`").contains("modules/teller/module.yaml");
        violation(mesh.publish("more", TEA), "emits: { more: {} }");
        violation(mesh.submit("other.verb", TEA), "seats: { submits: [ other.verb ] }");
        violation(mesh.publish("seat:desk.reviewed", TEA), "seats: { holds: [ desk ] }");
        violation(
                mesh.handle("tool", JsonObject.class, call -> Future.succeededFuture()),
                "serves: { tool: { description: … } }");
        assertThat(Soon.await(mesh.publish("told", TEA).recover(known -> Future.succeededFuture("refused here"))))
                .isEqualTo("refused here");
    }

    @Test
    void aConsumptionThatTheServerRefusesTellsTheLine() throws Exception {
        Bus bus = Soon.await(bed.mesh.connect(bed.mesh.options("teller", "n1").bus()));
        Queue<Problem> faults = new ConcurrentLinkedQueue<>();
        bus.onFault(faults::add);
        bus.consume(
                "SEAT_desk",
                "holders",
                io.meshbus.sdk.bus.ConsumeOptions.DEFAULT,
                delivery -> Future.succeededFuture(),
                (delivery, reason) -> Future.succeededFuture());
        org.awaitility.Awaitility.await().until(() -> !faults.isEmpty());
        assertThat(faults.peek().code()).isEqualTo(ProblemCode.PERMISSION_VIOLATION);
        assertThat(faults.peek().remedy()).contains("`seats: { holds: [ desk ] }`");
    }

    private static void violation(Future<?> future, String line) {
        ProblemException failure = failure(future);
        assertThat(failure.code()).isEqualTo(ProblemCode.PERMISSION_VIOLATION);
        assertThat(failure.problem().remedy()).contains("`" + line + "`");
    }

    private static ProblemException failure(Future<?> future) {
        ExecutionException failed = catchThrowableOfType(ExecutionException.class, () -> Soon.await(future));
        assertThat(failed).isNotNull();
        return (ProblemException) failed.getCause();
    }
}
