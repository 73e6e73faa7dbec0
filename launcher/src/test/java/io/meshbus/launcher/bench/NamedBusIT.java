package io.meshbus.launcher.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.launcher.command.CommandTree;
import io.meshbus.launcher.terminal.CliOutput;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.UserKey;
import io.meshbus.sdk.testing.LocalNats;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bench on somebody else's server: as a user or a key with just what it needs, and nothing is left there. */
class NamedBusIT {
    private static final UserKey KEY = UserKey.generate(new SecureRandom());
    private static final String CONFIG = """
            accounts {
              OTHERS {
                jetstream: enabled
                users: [
                  {user: bench, password: right, permissions: {
                    publish: ["mesh.>", "_INBOX.>", "$JS.API.>", "$JS.ACK.>"], subscribe: ["mesh.>", "_INBOX.>", "$SRV.>"]}}
                  {nkey: %s}
                  {user: poor, password: right, permissions: {
                    publish: ["mesh.>", "_INBOX.>"], subscribe: ["mesh.>", "_INBOX.>"]}}
                ]
              }
            }
            """;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    private LocalNats server;
    private Path password;

    @BeforeEach
    void start() throws Exception {
        server = LocalNats.start(directory, CONFIG.formatted(KEY.publicKey()));
        password = Files.writeString(directory.resolve("pw"), "right\n");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private int bench(String pin, String... more) {
        List<String> all = new ArrayList<>(List.of("bench", "--short", "--server", server.url(), "--pin", pin));
        all.addAll(List.of(more));
        err.reset();
        out.reset();
        return CommandTree.execute(
                new CliOutput(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false),
                Map.of(),
                all.toArray(String[]::new));
    }

    @Test
    void measuresThereAndLeavesNothing() throws Exception {
        assertThat(bench(server.pin(), "--user", "bench", "--password-file", password.toString(), "-o", "json"))
                .as(err.toString(UTF_8))
                .isZero();
        assertThat(new JsonObject(out.toString(UTF_8)).getJsonArray("rows")).hasSize(11);
        assertThat(server.log()).doesNotContain("Violation");
        assertThat(streams()).isZero();
    }

    @Test
    void aKeySignsInToo() throws Exception {
        Path seed = Files.writeString(directory.resolve("seed"), KEY.seed().revealText());
        assertThat(bench(server.pin(), "--nkey-file", seed.toString(), "--only", "call"))
                .as(err.toString(UTF_8))
                .isZero();
        assertThat(out.toString(UTF_8)).contains("call, one at a time");
    }

    @Test
    void whoMayNotIsToldSo() {
        assertThat(bench(server.pin(), "--user", "poor", "--password-file", password.toString()))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("$JS.API.STREAM").contains("[PERMISSION_VIOLATION]");
        assertThat(bench("0".repeat(64), "--user", "bench", "--password-file", password.toString()))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("[BUS_PIN]");
        assertThat(bench(server.pin(), "--user", "bench")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--password-file");
        assertThat(bench("12", "--user", "bench", "--password-file", password.toString()))
                .isEqualTo(2);
    }

    private int streams() throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            PrincipalId who = new PrincipalId("bench.n1");
            Bus bus = Yard.await(new Jnats(vertx)
                    .connect(BusOptions.mesh(
                            who,
                            List.of(server.url()),
                            List.of(server.pin()),
                            new BusOptions.Auth("bench", Secret.of("right"), null))));
            Message names =
                    Yard.await(bus.request(Message.of("$JS.API.STREAM.NAMES", Buffer.buffer()), Duration.ofSeconds(5)));
            return names.body().toJsonObject().getInteger("total");
        } finally {
            Yard.await(vertx.close());
        }
    }
}
