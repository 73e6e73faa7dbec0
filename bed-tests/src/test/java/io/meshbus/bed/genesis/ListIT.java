package io.meshbus.bed.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.Meshbus.Running;
import io.meshbus.bed.PlainClient;
import io.meshbus.bed.genesis.SharedMesh.Mesh;
import io.vertx.core.json.JsonObject;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The composed file and the server that reads it: reloaded, never restarted, and never talked into letting anybody in. */
@ExtendWith(SharedMesh.class)
class ListIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /**
     * Whatever somebody makes of the file by hand is not applied, though the server itself would take all but the damaged
     * ones; nobody gets in without credentials, everybody else stays, and the next change goes live.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing",
                "no-lists",
                "empty-lists",
                "half",
                "one-user-less",
                "a-user-more",
                "an-empty-permission",
                "damaged"
            })
    void aListChangedByHandIsNotApplied(String how, Mesh mesh) throws Exception {
        var file = mesh.directory().users();
        String composed = Files.readString(file);
        JsonObject before = varz(mesh);
        try (PlainClient orders = mesh.orders()) {
            assertThat(broken(how, composed)).isNotEqualTo(composed);
            Files.writeString(file, broken(how, composed));
            // A change that is live proves that the broker's side has looked at the file since.
            Files.setLastModifiedTime(file, java.nio.file.attribute.FileTime.fromMillis(1));
            String log = mesh.bed().directory().resolve("log/up.log").toString();
            await().atMost(LIMIT)
                    .until(() -> Files.readString(java.nio.file.Path.of(log)).contains("user-list-refused")
                            || !Files.readString(file).equals(broken(how, composed)));
            assertThat(varz(mesh).getString("config_digest")).isEqualTo(before.getString("config_digest"));
            assertThat(varz(mesh).getString("config_load_time")).isEqualTo(before.getString("config_load_time"));
            assertThatThrownBy(() -> PlainClient.nobody(mesh.directory())).isInstanceOf(Exception.class);
            orders.flush();
            assertThat(orders.errors()).isEmpty();
        } finally {
            Files.writeString(file, composed);
        }
        assertThat(mesh.bed().json("status").getBoolean("ready")).isTrue();
    }

    private static String broken(String how, String composed) {
        return switch (how) {
            case "nothing" -> "";
            case "no-lists" -> "# nobody\n";
            case "empty-lists" -> "MESH_USERS = []\nSTREAMS_USERS = []\nFABRIC_USERS = []\nCHECK_USERS = []\n";
            case "half" -> composed.substring(0, composed.length() / 2);
            case "one-user-less" -> composed.replaceFirst("(?s)  # clock\\.hub\n.*?\n  } }\n", "");
            case "a-user-more" ->
                composed.replaceFirst("MESH_USERS = \\[\n", "MESH_USERS = [\n  { user: \"x\", password: \"y\" }\n");
            case "an-empty-permission" ->
                composed.replaceFirst("(?s)(user: \"orders\\.n1\".*?publish: \\{ allow: \\[).*?\\] }", "$1] }");
            default -> composed + "}";
        };
    }

    @Test
    void nobodyConnectsWithoutCredentials(Mesh mesh) {
        assertThatThrownBy(() -> PlainClient.nobody(mesh.directory())).isInstanceOf(Exception.class);
    }

    /** A person comes and goes by a reload: same process, same connections, live before the command returns. */
    @Test
    void aPersonIssuedConnectsAndOneRevokedCannotWithoutARestart(Mesh mesh) throws Exception {
        long pid = mesh.bed().brokerPid();
        JsonObject before = varz(mesh);
        var file = mesh.root().resolve("ann.json");
        try (PlainClient orders = mesh.orders()) {
            mesh.bed().json("operator", "issue", "ann", "--tools", "pricing.*", "--out", file.toString());
            assertThat(io.meshbus.bed.Meshbus.run(
                                    "--as", file.toString(), "call", "pricing.quote", "{\"item\":\"tea\"}")
                            .out())
                    .contains("tea");
            Running tail = io.meshbus.bed.Meshbus.start(
                    Map.of(), "--as", file.toString(), "call", "pricing.quote", "{\"item\":\"tea\"}");
            tail.awaitExit(Duration.ofSeconds(60));
            mesh.bed().json("operator", "revoke", "ann");
            assertThat(io.meshbus.bed.Meshbus.run(
                                    "--as", file.toString(), "call", "pricing.quote", "{\"item\":\"tea\"}")
                            .exit())
                    .isNotZero();
            orders.flush();
            assertThat(orders.connection().getStatus().toString()).isEqualTo("CONNECTED");
        }
        assertThat(mesh.bed().brokerPid()).isEqualTo(pid);
        assertThat(varz(mesh).getString("start")).isEqualTo(before.getString("start"));
    }

    @Test
    void monitoringListensOnLoopbackOnlyAndIsRefusedFromElsewhere(Mesh mesh) throws Exception {
        int port = new JsonObject(Files.readString(mesh.directory().identity())).getInteger("monitorPort");
        String hex = String.format("%04X", port);
        List<String> listening = Files.readAllLines(java.nio.file.Path.of("/proc/net/tcp")).stream()
                .map(String::strip)
                .filter(line -> line.matches("\\d+: \\S+:" + hex + " \\S+ 0A .*"))
                .toList();
        assertThat(listening).hasSize(1).allMatch(line -> line.contains(" 0100007F:"));
        assertThat(Files.readAllLines(java.nio.file.Path.of("/proc/net/tcp6")))
                .noneMatch(line -> line.strip().matches("\\d+: \\S+:" + hex + " \\S+ 0A .*"));
        for (InetAddress address : others()) {
            try (Socket socket = new Socket()) {
                assertThatThrownBy(() -> socket.connect(new InetSocketAddress(address, port), 2000))
                        .as(address.toString())
                        .isInstanceOf(java.io.IOException.class);
            }
        }
    }

    private static List<InetAddress> others() throws Exception {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .toList();
    }

    /** The streams of spec 2.3 with what makes them safe; asserted again, nothing changes. */
    @Test
    void theStreamsStandAndNoneAllowsRollUpsSchedulesOrDeletion(Mesh mesh) throws Exception {
        Map<String, String> retention = new TreeMap<>();
        try (PlainClient controller = mesh.controller()) {
            var management = controller.connection().jetStreamManagement();
            for (var info : management.getStreams()) {
                var config = info.getConfiguration();
                retention.put(config.getName(), config.getRetentionPolicy() + " " + config.getDiscardPolicy());
                assertThat(config.getAllowRollup())
                        .as(config.getName())
                        .isEqualTo(config.getName().startsWith("KV_"));
                assertThat(config.toJson()).doesNotContain("allow_msg_schedules", "allow_msg_ttl", "allow_msg_counter");
            }
            for (String kept : List.of("EVENTS", "NODES")) {
                var config = management.getStreamInfo(kept).getConfiguration();
                assertThat(config.getDenyDelete()).isTrue();
                assertThat(config.getDenyPurge()).isTrue();
            }
        }
        assertThat(retention)
                .containsEntry("CONTROL", "workqueue new")
                .containsEntry("NODES", "limits old")
                .containsEntry("EVENTS", "limits old")
                .containsEntry("DEAD_IN", "workqueue new")
                .containsEntry("DEAD", "limits old")
                .containsEntry("ARTEFACTS", "limits new")
                .containsEntry("SEAT_pricing-desk", "workqueue new");
    }

    private static JsonObject varz(Mesh mesh) throws Exception {
        int port = new JsonObject(Files.readString(mesh.directory().identity())).getInteger("monitorPort");
        var answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/varz"))
                                .build(),
                        BodyHandlers.ofString());
        return new JsonObject(answer.body());
    }
}
