package io.meshbus.bed.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.MeshBed;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.Meshbus.Running;
import io.meshbus.bed.PlainClient;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.launcher.client.Session;
import io.meshbus.natsserver.ConfigCheck;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.testing.LocalNats;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spec 3.4: killed at each line of the reload transaction, the next start converges. The program that a mesh knows as its
 * nats-server is a script here that ends its caller, which is controller and broker agent in one, or the running server, at
 * the line that was asked for, and else is the server.
 */
class ReloadCrashIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final String SCRIPT = """
            #!/bin/bash
            read -r point victim 2>/dev/null <%1$s/armed
            strike() {
              mv %1$s/armed %1$s/struck
              case $victim in
                caller) kill -9 $PPID; exit 1 ;;
                server) kill -9 "$(cat %1$s/mesh/run/nats-server.pid)" ;;
              esac
            }
            case "$point $*" in
              "candidate -t "*candidate.conf) strike ;;
              "renamed -t "*/nats.conf) strike ;;
              "unsignalled --signal "*) strike ;;
              "signalled --signal "*) %2$s "$@"; status=$?; strike; exit $status ;;
            esac
            exec %2$s "$@"
            """;

    @TempDir
    private Path temporary;

    @Test
    void killedAtEachLineTheNextStartConverges() throws Exception {
        Path script = Files.writeString(
                temporary.resolve("nats-server"),
                SCRIPT.formatted(temporary, LocalNats.binary().toAbsolutePath()));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        MeshDirectory mesh = new MeshDirectory(temporary.resolve("mesh"));
        try (MeshBed bed = MeshBed.demo(mesh.root(), Map.of("MESHBUS_NATS_SERVER", script.toString()))) {
            for (String line : new String[] {"candidate", "renamed", "unsignalled", "signalled"}) {
                strike(bed, line, "server");
                assertConverges(mesh, line + " server");
                strike(bed, line, "caller");
                assertThat(bed.up().awaitExit(LIMIT)).isNotZero();
                bed.upAgain();
                assertConverges(mesh, line + " caller");
            }
            bed.interrupt();
            assertThat(bed.processes()).isEmpty();
        }
    }

    /** A change, and somebody's end in the midst of its reload; whether the change is told to be done does not matter. */
    private void strike(MeshBed bed, String line, String victim) throws Exception {
        Files.deleteIfExists(temporary.resolve("struck"));
        Path arming = Files.writeString(temporary.resolve("arming"), line + " " + victim + "\n");
        Files.move(arming, temporary.resolve("armed"));
        Running change =
                Meshbus.start(Map.of(), "--dir", bed.directory().toString(), "token", "issue", "--node", "spare");
        try {
            await().atMost(LIMIT).until(() -> Files.exists(temporary.resolve("struck")));
        } finally {
            change.process().destroyForcibly();
        }
    }

    /** The list is whole and runs, nothing of the transaction is left, and the next change goes live. */
    private static void assertConverges(MeshDirectory mesh, String when) {
        await(when).atMost(LIMIT).ignoreExceptions().untilAsserted(() -> {
            assertThat(UserListText.bodyOf(Files.readString(mesh.users()))).isPresent();
            assertThat(ConfigCheck.check(LocalNats.binary(), mesh.natsConf()))
                    .isEqualTo(new ConfigCheck.Verdict.Valid(running(mesh)));
            assertThat(mesh.usersCandidate()).doesNotExist();
            assertThat(mesh.natsCandidateConf()).doesNotExist();
        });
        await(when).atMost(LIMIT).ignoreExceptions().until(() -> {
            try (Session session = Session.ofDirectory(mesh)) {
                JsonObject spare = new JsonObject().put("node", "spare").put("ttlSeconds", 60);
                JsonObject issued = session.run(LIMIT, client -> client.ask("token_issue", spare));
                PlainClient.token(mesh, issued.getString("token")).close();
                return true;
            }
        });
    }

    private static String running(MeshDirectory mesh) throws Exception {
        int port = new JsonObject(Files.readString(mesh.identity())).getInteger("monitorPort");
        String varz = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/varz"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        return new JsonObject(varz).getString("config_digest");
    }
}
