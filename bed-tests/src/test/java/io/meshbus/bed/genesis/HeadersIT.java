package io.meshbus.bed.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.PlainClient;
import io.meshbus.bed.genesis.SharedMesh.Mesh;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Facts 10.3: headers that make the server do more than store a message, sent with an event the module may send. */
@ExtendWith(SharedMesh.class)
class HeadersIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String OWN = "mesh.mod.orders.event.placed";

    @ParameterizedTest
    @CsvSource({
        "Nats-Rollup, all, 10111",
        "Nats-Rollup, sub, 10111",
        "Nats-TTL, 1s, 10166",
        "Nats-Schedule, @every 1s, 10188",
        "Nats-Incr, +1, 10168",
        "Nats-Batch-Id, b1, 10174",
        "Nats-Stream-Source, EVENTS 1, 10227",
        "Nats-Expected-Stream, CONTROL, 10060",
        "Nats-Expected-Last-Sequence, 1, 10071"
    })
    void theServerRefusesTheMessageAndTouchesNothing(String header, String value, int code, Mesh mesh)
            throws Exception {
        try (PlainClient controller = mesh.controller();
                PlainClient orders = mesh.orders()) {
            Holdings before = Holdings.of(controller);
            Headers headers = new Headers().put(header, value);
            if (header.equals("Nats-Schedule")) {
                headers.put("Nats-Schedule-Target", "mesh.mod.clock.event.tick");
            }
            if (header.equals("Nats-Batch-Id")) {
                headers.put("Nats-Batch-Sequence", "1").put("Nats-Batch-Commit", "1");
            }
            Message answer = orders.connection()
                    .request(
                            NatsMessage.builder()
                                    .subject(OWN)
                                    .headers(headers)
                                    .data("{}")
                                    .build(),
                            LIMIT);
            JsonObject error = new JsonObject(text(answer)).getJsonObject("error");
            assertThat(error).as(text(answer)).isNotNull();
            assertThat(error.getInteger("err_code")).as(error.encode()).isEqualTo(code);
            Holdings after = Holdings.of(controller);
            assertThat(after.streams()).isEqualTo(before.streams());
            assertThat(after.on(OWN)).isEqualTo(before.on(OWN));
            assertThat(after.on("mesh.mod.clock.event.tick"))
                    .isGreaterThanOrEqualTo(before.on("mesh.mod.clock.event.tick"));
        }
    }

    /** Facts 10.1: the server itself would publish the trace of a message where the header says. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mesh.control.n2.report",
                "mesh.control.enrol",
                "mesh.node.n1.declare",
                "mesh.mod.clock.event.tick",
                "$JS.API.STREAM.DELETE.EVENTS"
            })
    void aTraceGoesNowhereTheModuleMayNotPublish(String destination, Mesh mesh) throws Exception {
        try (PlainClient controller = mesh.controller();
                PlainClient orders = mesh.orders()) {
            Holdings before = Holdings.of(controller);
            orders.connection()
                    .publish(NatsMessage.builder()
                            .subject(OWN)
                            .headers(new Headers().put("Nats-Trace-Dest", destination))
                            .data("{}")
                            .build());
            orders.flush();
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(orders.errors()).anyMatch(error -> error.contains(destination)));
            Holdings after = Holdings.of(controller);
            assertThat(after.streams()).isEqualTo(before.streams());
            assertThat(after.declarations()).isEqualTo(before.declarations());
            assertThat(after.control()).isEqualTo(before.control());
        }
    }

    /**
     * A message id that another event will use would suppress that event. Ids are random, so the attacker can only use the
     * ones it has seen, and they have been stored already: not one tick of the clock is missing.
     */
    @Test
    void guessedMessageIdsSuppressNobodysEvent(Mesh mesh) throws Exception {
        try (PlainClient controller = mesh.controller();
                PlainClient orders = mesh.orders()) {
            var management = controller.connection().jetStreamManagement();
            Set<String> seen = new HashSet<>();
            long from = countOf(management
                    .getLastMessage("EVENTS", "mesh.mod.clock.event.tick")
                    .getData());
            for (int round = 1; round <= 3; round++) {
                var last = management.getLastMessage("EVENTS", "mesh.mod.clock.event.tick");
                String id = last.getHeaders().getFirst("Nats-Msg-Id");
                assertThat(id).hasSizeGreaterThanOrEqualTo(22);
                assertThat(seen).doesNotContain(id);
                seen.add(id);
                for (String guess : guesses(id)) {
                    orders.connection()
                            .publish(NatsMessage.builder()
                                    .subject(OWN)
                                    .headers(new Headers().put("Nats-Msg-Id", guess))
                                    .data("{}")
                                    .build());
                }
                orders.flush();
                long sofar = countOf(last.getData());
                await().atMost(LIMIT)
                        .until(() -> countOf(management
                                        .getLastMessage("EVENTS", "mesh.mod.clock.event.tick")
                                        .getData())
                                > sofar);
            }
            long to = countOf(management
                    .getLastMessage("EVENTS", "mesh.mod.clock.event.tick")
                    .getData());
            assertThat(to).isGreaterThanOrEqualTo(from + 3);
            assertThat(Holdings.of(controller).on("mesh.mod.clock.event.tick")).isBetween(to, to + 1);
            assertThat(orders.errors()).isEmpty();
        }
    }

    /** The neighbours of an id, if it were a counter or a time. */
    private static List<String> guesses(String id) {
        char last = id.charAt(id.length() - 1);
        String head = id.substring(0, id.length() - 1);
        return List.of(head + (char) (last + 1), head + (char) (last - 1), id + "1", "clock.tick");
    }

    static long countOf(byte[] event) {
        return new JsonObject(new String(event, StandardCharsets.UTF_8))
                .getJsonObject("data")
                .getLong("count");
    }

    private static String text(Message message) {
        return new String(message.getData(), StandardCharsets.UTF_8);
    }
}
