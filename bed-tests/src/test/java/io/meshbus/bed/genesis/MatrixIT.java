package io.meshbus.bed.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.MeshBed;
import io.meshbus.bed.PlainClient;
import io.meshbus.bed.genesis.SharedMesh.Mesh;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.RunnerId;
import io.meshbus.sdk.id.ServerId;
import io.meshbus.sdk.secret.UserKey;
import io.meshbus.sdk.subject.SubjectPattern;
import io.meshbus.sdk.wire.TokenText;
import io.nats.client.Dispatcher;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spec 7.7: on a raised mesh, with the broker's whole configuration, each kind of principal × each subject that anybody is
 * granted or wants × publish, subscribe and subscribe in a queue: the server allows exactly what was composed. What the
 * controller may publish is not tried here, as it would do what it says; ComposedListIT does, where nothing listens.
 */
class MatrixIT {
    private static final Logger FIGURES = LoggerFactory.getLogger("figures");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String LAST = "zz.nobody.is.granted.this";
    private static final List<String> WANTED = List.of(
            "$JS.API.STREAM.DELETE.CONTROL",
            "$JS.API.CONSUMER.CREATE.EVENTS.x.y",
            "streams.API.STREAM.INFO.EVENTS",
            "streams.API.CONSUMER.MSG.NEXT.CONTROL.controller",
            "$JS.ACK.CONTROL.controller.1.1.1.1.1",
            "$JS.ACK.CONTROL.controller.EVENTS.orders.1.1.1",
            "mesh.node.n1.declare",
            "mesh.control.push",
            "mesh.events.dead",
            "mesh.mod.orders.redrive.x",
            "mesh.mod.clock.event.other",
            "mesh.ask.hub.push.eve",
            "_INBOX.host.n3.x",
            "_INBOX.x",
            "$KV.mesh_state.node.n1",
            "$SYS.REQ.SERVER.PING",
            "$JS.API.STREAM.DELETE.COMPASS_COMMS",
            "compass.runner.r2.cmd",
            "anything");
    private static final List<String> WIDE =
            List.of(">", "*", "_INBOX.>", "_INBOX.*.n1.>", "mesh.>", "mesh.ask.>", "mesh.mod.*.tool.*");

    private static final PrincipalId S1 = PrincipalId.fabricServer(new ServerId("s1"));
    private static final PrincipalId R1 = PrincipalId.fabricRunner(new RunnerId("r1"));

    private final UserKey server = UserKey.generate(new SecureRandom());
    private final UserKey runner = UserKey.generate(new SecureRandom());

    @TempDir
    private Path temporary;

    private final List<String> differences = new ArrayList<>();
    private int cases;

    @ParameterizedTest
    @ValueSource(strings = {"derived", "allow_responses"})
    void theServerAllowsExactlyWhatWasComposed(String answers) throws Exception {
        DefinitionCopy definition = DefinitionCopy.ofDemo(temporary.resolve("definition"));
        definition.edit("mesh.yaml", "mesh: demo\n", "mesh: demo\nanswers: " + answers + "\n" + fabric());
        try (Mesh mesh = Mesh.standing(
                MeshBed.raise(temporary.resolve("mesh"), definition.root()), Files.createTempDirectory("matrix"))) {
            JsonObject check = mesh.bed().json("accounts", "check");
            assertThat(check.getJsonArray("differences")).as(check.encode()).isEmpty();
            assertThat(check.getInteger("cases")).isGreaterThan(1_000);
            String token = mesh.bed().json("token", "issue", "--node", "spare").getString("token");
            Map<String, JsonObject> composed = new LinkedHashMap<>();
            mesh.bed()
                    .json("accounts", "show")
                    .getJsonArray("principals")
                    .forEach(one -> composed.put(((JsonObject) one).getString("principal"), (JsonObject) one));
            Set<String> publishes = new TreeSet<>(WANTED);
            Set<String> subscribes = new TreeSet<>(WANTED);
            subscribes.addAll(WIDE);
            for (JsonObject one : composed.values()) {
                grants(one, "publish").forEach(subject -> publishes.add(concrete(subject)));
                for (String subject : grants(one, "subscribe")) {
                    String bare = SubjectPattern.parse(subject).subject();
                    subscribes.addAll(List.of(subject, bare, concrete(bare), bare + " other"));
                }
            }
            for (Map.Entry<String, PlainClient> client :
                    clients(mesh.directory(), mesh, token).entrySet()) {
                try (PlainClient connected = client.getValue()) {
                    JsonObject one = composed.get(client.getKey());
                    assertThat(one).as(client.getKey()).isNotNull();
                    subscribe(connected, one, subscribes);
                    if (!client.getKey().startsWith("controller")) {
                        publish(connected, one, publishes);
                    }
                }
            }
        }
        FIGURES.info("raised-matrix answers={} cases={} differences={}", answers, cases, differences.size());
        assertThat(differences).isEmpty();
        assertThat(cases).isGreaterThan(1_000);
    }

    private String fabric() {
        return "fabric: { servers: { s1: " + server.publicKey() + " }, runners: { r1: " + runner.publicKey() + " } }\n";
    }

    private Map<String, PlainClient> clients(MeshDirectory directory, Mesh mesh, String token) throws Exception {
        Map<String, PlainClient> clients = new LinkedHashMap<>();
        clients.put("controller.streams", mesh.controller());
        clients.put("host.n1", mesh.host("n1"));
        clients.put("orders.n1", mesh.orders());
        clients.put("pricing.n2", mesh.pricing());
        clients.put("person.admin", PlainClient.person(directory, new PersonId("admin")));
        clients.put("fabric.s1", PlainClient.connect(directory, S1, Auth.nkey(S1, server.seed())));
        clients.put("fabric.runner.r1", PlainClient.connect(directory, R1, Auth.nkey(R1, runner.seed())));
        clients.put("enrol." + TokenText.decode(token).id(), PlainClient.token(directory, token));
        return clients;
    }

    private static List<String> grants(JsonObject one, String direction) {
        return one.getJsonArray(direction).stream()
                .map(grant -> ((JsonObject) grant).getString("subject"))
                .toList();
    }

    private static String concrete(String pattern) {
        return pattern.replace("*", "x").replace(">", "x.y");
    }

    /** The bodies are nothing that anybody understands. */
    private void publish(PlainClient client, JsonObject one, Set<String> subjects) throws Exception {
        client.errors().clear();
        for (String subject : subjects) {
            client.connection().publish(subject, new byte[] {'?'});
        }
        List<String> refusals = refusals(client, "publish");
        subjects.forEach(subject -> compare(one, "publish", subject, !refusals.contains("to \"" + subject + "\"")));
    }

    private void subscribe(PlainClient client, JsonObject one, Set<String> subjects) throws Exception {
        client.errors().clear();
        Dispatcher dispatcher = client.connection().createDispatcher();
        for (String subject : subjects) {
            String[] parts = subject.split(" ", 2);
            if (parts.length == 2) {
                dispatcher.subscribe(parts[0], parts[1], message -> {});
            } else {
                dispatcher.subscribe(subject, message -> {});
            }
        }
        List<String> refusals = refusals(client, "subscription");
        for (String subject : subjects) {
            String said = "to \"" + subject.replaceFirst(" ", "\" using queue \"") + "\"";
            compare(one, "subscribe", subject, !refusals.contains(said));
        }
        client.connection().closeDispatcher(dispatcher);
    }

    /** What the server has refused up to now; it says so in order, so the last refusal closes the list. */
    private static List<String> refusals(PlainClient client, String kind) throws Exception {
        client.connection().publish(LAST, new byte[0]);
        client.flush();
        await().atMost(LIMIT).until(() -> client.errors().stream().anyMatch(error -> error.contains(LAST)));
        return client.errors().stream()
                .filter(error -> error.toLowerCase(Locale.ROOT).contains("violation for " + kind))
                .map(error -> error.substring(error.indexOf("to \"")).strip())
                .toList();
    }

    private void compare(JsonObject one, String direction, String subject, boolean allowed) {
        cases++;
        SubjectPattern wanted = SubjectPattern.parse(subject);
        boolean composed = grants(one, direction).stream()
                .anyMatch(grant -> SubjectPattern.parse(grant).covers(wanted));
        if (composed != allowed) {
            differences.add(one.getString("principal") + " " + direction + " " + subject + ": composed " + composed
                    + ", live " + allowed);
        }
    }
}
