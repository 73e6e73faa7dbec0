package io.meshbus.control.account;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.DefinitionText;
import io.meshbus.control.MeshFixture;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.PermissionProbe;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.secret.SealingKey;
import io.vertx.core.Future;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code accounts check} against a real server (spec 3.4). */
class TwinCheckIT {
    private static final SecureRandom RANDOM = new SecureRandom();

    @TempDir
    Path temp;

    private final Queue<BusOptions> twins = new ConcurrentLinkedQueue<>();
    private MeshFixture mesh;

    @AfterEach
    void close() throws Exception {
        mesh.close();
    }

    private void shop(String answers, UnaryOperator<PermissionProbe> wrapping) throws Exception {
        mesh = new MeshFixture(temp.resolve("mesh"));
        mesh.probeWith(probe -> wrapping.apply((as, publish, subscribe) -> {
            twins.add(as);
            return probe.refused(as, publish, subscribe);
        }));
        mesh.startBroker();
        mesh.startAccounts();
        Map<String, String> files = new TreeMap<>(DefinitionText.shop("1.0.0"));
        files.computeIfPresent("mesh.yaml", (file, text) -> text + "answers: " + answers + "\n");
        mesh.push("p1", files);
        for (String node : List.of("n1", "n2")) {
            mesh.enrol(new NodeId(node), SealingKey.generate(RANDOM));
        }
        mesh.live();
    }

    private JsonObject check(JsonObject request) throws Exception {
        return await(mesh.vertx
                        .eventBus()
                        .<JsonObject>request(
                                ControlAddress.ACCOUNTS_CHECK, request, new DeliveryOptions().setSendTimeout(55_000)))
                .body();
    }

    private void assertGone() throws Exception {
        assertThat(Files.readString(mesh.directory.users()))
                .doesNotContain("controller.check")
                .contains("check.nobody");
        assertThat(mesh.running().configDigest()).isNotEmpty();
        PermissionProbe probe = new io.meshbus.sdk.impl.JnatsProbe(mesh.vertx);
        assertThatThrownBy(() -> await(probe.refused(twins.element(), List.of(), List.of())))
                .hasMessageContaining("BUS_AUTH");
    }

    private static Stream<String> texts(JsonArray array) {
        return array.stream().map(String::valueOf);
    }

    @ParameterizedTest
    @ValueSource(strings = {"derived", "allow_responses"})
    void theServerDoesWhatWasComposedForEverybody(String answers) throws Exception {
        shop(answers, probe -> probe);
        JsonObject answer = check(new JsonObject());
        assertThat(answer.getJsonArray("differences")).isEmpty();
        assertThat(answer.getInteger("differing")).isZero();
        assertThat(answer.getInteger("left")).isZero();
        assertThat(answer.getInteger("cases")).isGreaterThan(1_000);
        assertThat(texts(answer.getJsonArray("checked")))
                .contains("controller", "controller.streams", "host.n1", "shop.n1", "till.n2", "person.admin");
        assertThat(twins).hasSameSizeAs(answer.getJsonArray("checked"));
        assertThat(answer.getString("next")).isNull();
        assertGone();
    }

    /** As if the first one's list stood in the file for everybody. */
    @Test
    void aListThatIsAnothersIsFound() throws Exception {
        shop("derived", probe -> (as, publish, subscribe) -> {
            if (!twins.isEmpty()) {
                return probe.refused(twins.element(), publish, subscribe);
            }
            return probe.refused(as, publish, subscribe);
        });
        JsonObject answer = check(new JsonObject());
        String right = answer.getJsonArray("checked").getString(0);
        List<JsonObject> differences = answer.getJsonArray("differences").stream()
                .map(JsonObject.class::cast)
                .toList();
        assertThat(answer.getInteger("differing")).isPositive();
        assertThat(differences).noneMatch(one -> one.getString("principal").equals(right));
        assertThat(differences)
                .anyMatch(one -> one.getString("direction").equals("publish")
                        && one.getBoolean("expected")
                        && !one.getBoolean("found"))
                .anyMatch(one -> one.getString("direction").equals("subscribe")
                        && !one.getBoolean("expected")
                        && one.getBoolean("found"));
        assertGone();
    }

    @Test
    void oneOrASampleIsEnoughAndNonsenseIsNamed() throws Exception {
        shop("derived", probe -> probe);
        JsonObject one = check(new JsonObject().put("principal", "shop.n1"));
        assertThat(texts(one.getJsonArray("checked"))).containsExactly("shop.n1");
        assertThat(one.getInteger("differing")).isZero();
        assertThat(check(new JsonObject().put("sample", 2)).getJsonArray("checked"))
                .hasSize(2);
        assertThatThrownBy(() -> check(new JsonObject().put("principal", "shop.n9")))
                .hasMessageContaining("there is no principal shop.n9");
        assertThatThrownBy(() -> check(new JsonObject().put("sample", 33))).hasMessageContaining("1 to 32");
        assertGone();
    }

    @Test
    void theTwinsGoWhenTheirCheckFails() throws Exception {
        shop(
                "derived",
                probe -> (as, publish, subscribe) -> probe.refused(as, publish, subscribe)
                        .compose(refused -> Future.failedFuture(new IllegalStateException("the line was cut"))));
        assertThatThrownBy(() -> check(new JsonObject().put("sample", 1))).hasMessageContaining("the line was cut");
        assertGone();
    }
}
