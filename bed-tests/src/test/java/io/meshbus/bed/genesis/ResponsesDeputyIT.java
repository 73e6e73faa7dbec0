package io.meshbus.bed.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.MeshBed;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.PlainClient;
import io.meshbus.bed.genesis.SharedMesh.Mesh;
import io.nats.client.Dispatcher;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code answers: allow_responses} costs (docs/adr/0002): a responder that is not our SDK, and answers whom it heard,
 * is a deputy for whatever reply its caller chose. With {@code answers: derived} the server refuses the same answer.
 */
@ExtendWith(SharedMesh.class)
class ResponsesDeputyIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String FORGED = "mesh.control.n2.report";

    @Test
    void withDerivedAnswersTheServerRefusesTheDeputy(Mesh mesh) throws Exception {
        try (PlainClient controller = mesh.controller();
                PlainClient orders = mesh.orders();
                PlainClient foreign = mesh.pricing()) {
            long before = Holdings.of(controller).control();
            AtomicInteger answered = callUntilForeignAnswers(orders, foreign);
            assertThat(answered.get()).isPositive();
            foreign.flush();
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(foreign.errors())
                            .anyMatch(e -> e.contains(FORGED))
                            .allMatch(e -> e.contains("ermissions")));
            assertThat(Holdings.of(controller).control()).isEqualTo(before);
        }
    }

    @Test
    void withAllowResponsesAForeignResponderForgesAReport(@TempDir Path directory) throws Exception {
        Path definition = directory.resolve("definition");
        copy(Meshbus.root().resolve("configs/demo"), definition);
        Files.writeString(definition.resolve("mesh.yaml"), "\nanswers: allow_responses\n", StandardOpenOption.APPEND);
        try (Mesh mesh = Mesh.standing(
                        MeshBed.raise(directory.resolve("mesh"), definition), Files.createTempDirectory("responses"));
                PlainClient controller = mesh.controller();
                PlainClient orders = mesh.orders();
                PlainClient foreign = mesh.pricing()) {
            assertThat(Files.readString(mesh.directory().users())).contains("allow_responses");
            long before = Holdings.of(controller).control();
            callUntilForeignAnswers(orders, foreign);
            await().atMost(LIMIT)
                    .untilAsserted(
                            () -> assertThat(Holdings.of(controller).control()).isGreaterThan(before));
            assertThat(foreign.errors()).isEmpty();
            assertThat(mesh.bed().json("status").getBoolean("ready")).isTrue();
        }
    }

    /** It shares the queue with the module, which refuses such a call, so a few calls are needed. */
    private static AtomicInteger callUntilForeignAnswers(PlainClient orders, PlainClient foreign) throws Exception {
        AtomicInteger answered = new AtomicInteger();
        Dispatcher echo = foreign.connection().createDispatcher(call -> {
            foreign.connection().publish(call.getReplyTo(), call.getData());
            answered.incrementAndGet();
        });
        echo.subscribe("mesh.mod.pricing.tool.quote", "quote");
        foreign.flush();
        await().atMost(LIMIT).until(() -> {
            orders.connection()
                    .publish("mesh.mod.pricing.tool.quote", FORGED, "chosen".getBytes(StandardCharsets.UTF_8));
            orders.flush();
            return answered.get() > 0;
        });
        foreign.connection().closeDispatcher(echo);
        return answered;
    }

    static void copy(Path from, Path to) throws Exception {
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
