package io.meshbus.bed.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.PlainClient;
import io.meshbus.bed.genesis.SharedMesh.Mesh;
import io.meshbus.sdk.id.PersonId;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Facts 0.1, 10.2: a module or a host turned hostile points the reply of everything it may send at everything it may not
 * touch, and nothing changes. {@link OneAccountIT} shows the same messages doing their harm where there is one account.
 */
@ExtendWith(SharedMesh.class)
class ReplyDeputyIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void noMessageOfAModuleDeletesPurgesForgesOrBlanksAnything(Mesh mesh) throws Exception {
        try (PlainClient controller = mesh.controller();
                PlainClient orders = mesh.orders()) {
            Holdings before = Holdings.of(controller);
            int sent = Deputies.ofOrders("streams.API").sendAll(orders.connection());
            assertThat(sent).isGreaterThan(300);
            settle(orders, controller);
            assertUntouched(before, Holdings.of(controller));
            assertThat(mesh.bed().json("status").getBoolean("ready")).isTrue();
        }
    }

    @Test
    void noDirectGetOfAHostDeletesPurgesForgesOrBlanksAnything(Mesh mesh) throws Exception {
        try (PlainClient controller = mesh.controller();
                PlainClient host = mesh.host("n1")) {
            Holdings before = Holdings.of(controller);
            Deputies.ofHost("n1").sendAll(host.connection());
            settle(host, controller);
            assertUntouched(before, Holdings.of(controller));
        }
    }

    @Test
    void noReportOfAHostDoesMoreThanBeingStored(Mesh mesh) throws Exception {
        try (PlainClient controller = mesh.controller();
                PlainClient host = mesh.host("n1")) {
            Holdings before = Holdings.of(controller);
            int sent = Deputies.ofReports("n1").sendAll(host.connection());
            settle(host, controller);
            assertUntouched(before, Holdings.of(controller), sent);
            assertThat(mesh.bed().json("status").getBoolean("ready")).isTrue();
        }
    }

    @Test
    void noEnrolmentRequestOfATokenDoesMoreThanBeingStored(Mesh mesh) throws Exception {
        String token = mesh.bed().json("token", "issue", "--node", "n8").getString("token");
        try (PlainClient controller = mesh.controller();
                PlainClient thief = PlainClient.token(mesh.directory(), token)) {
            Holdings before = Holdings.of(controller);
            int sent = Deputies.ofToken().sendAll(thief.connection());
            settle(thief, controller);
            assertUntouched(before, Holdings.of(controller), sent);
        }
    }

    @Test
    void noQuestionOfAPersonMakesTheControllerADeputy(Mesh mesh) throws Exception {
        try (PlainClient controller = mesh.controller();
                PlainClient admin = PlainClient.person(mesh.directory(), new PersonId("admin"))) {
            Holdings before = Holdings.of(controller);
            Deputies.ofAdmin().sendAll(admin.connection());
            settle(admin, controller);
            assertUntouched(before, Holdings.of(controller));
            assertThat(mesh.bed().json("status").getBoolean("ready")).isTrue();
        }
    }

    /** The clock ticks on beside the attacks: no tick was suppressed, and none came from anybody else. */
    @Test
    void theTicksInTheStreamAreTheClocks(Mesh mesh) throws Exception {
        try (PlainClient controller = mesh.controller();
                PlainClient orders = mesh.orders()) {
            Deputies.ofOrders("streams.API").sendAll(orders.connection());
            settle(orders, controller);
            var management = controller.connection().jetStreamManagement();
            await().atMost(LIMIT).untilAsserted(() -> {
                var last = management.getLastMessage("EVENTS", "mesh.mod.clock.event.tick");
                String body = new String(last.getData(), StandardCharsets.UTF_8);
                assertThat(body).contains("/hub/clock\"").contains("\"type\":\"clock.tick\"");
                long count = Long.parseLong(body.replaceAll("(?s).*\"count\":(\\d+).*", "$1"));
                assertThat(Holdings.of(controller).on("mesh.mod.clock.event.tick"))
                        .isEqualTo(count);
            });
        }
    }

    /** Whatever the server and the modules had to do for the attacker is done: requests on the same ways have been answered. */
    private static void settle(PlainClient attacker, PlainClient controller) throws Exception {
        attacker.flush();
        Connection connection = attacker.connection();
        connection.flush(LIMIT);
        controller.connection().jetStreamManagement().getStreamNames();
        controller.flush();
        attacker.flush();
        controller.connection().jetStreamManagement().getStreamNames();
    }

    private static void assertUntouched(Holdings before, Holdings after) {
        assertUntouched(before, after, 0);
    }

    /** @param reports how many messages CONTROL may have taken meanwhile, as their sender may send them */
    private static void assertUntouched(Holdings before, Holdings after, int reports) {
        assertThat(after.streams()).isEqualTo(before.streams());
        assertThat(after.consumers()).isEqualTo(before.consumers());
        assertThat(after.declarations()).isEqualTo(before.declarations());
        assertThat(after.control())
                .as("messages that CONTROL took")
                .isBetween(before.control(), before.control() + reports);
        assertThat(after.on("mesh.mod.pricing.redrive.x")).isZero();
        assertThat(after.subjects().keySet())
                .noneMatch(subject -> subject.startsWith("mesh.artefact." + "0".repeat(64)))
                .noneMatch(subject -> subject.equals("$KV.mesh_state.node.n2") && before.on(subject) == 0);
    }

    /** A forged answer is what the attacker hopes for; an honest responder of the SDK gives none. */
    @Test
    void aResponderOfTheSdkAnswersInboxesOnly(Mesh mesh) throws Exception {
        try (PlainClient orders = mesh.orders()) {
            Message honest = orders.connection()
                    .request(
                            "mesh.mod.pricing.tool.quote",
                            "{\"item\":\"tea\"}".getBytes(StandardCharsets.UTF_8),
                            LIMIT);
            assertThat(honest).isNotNull();
            assertThat(new String(honest.getData(), StandardCharsets.UTF_8)).contains("tea");
            assertThat(orders.errors()).isEmpty();
        }
    }
}
