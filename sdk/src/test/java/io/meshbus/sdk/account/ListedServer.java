package io.meshbus.sdk.account;

import io.meshbus.sdk.account.RawClient.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A nats-server on loopback with a composed list, without TLS and without imports: it judges permissions only. */
final class ListedServer implements AutoCloseable {
    private static final String CONF = """
            listen: "127.0.0.1:-1"
            ports_file_dir: "%s"
            include "users.conf"
            accounts {
              MESH { users: $MESH_USERS }
              STREAMS { users: $STREAMS_USERS }
              FABRIC { users: $FABRIC_USERS }
              CHECK { users: $CHECK_USERS }
              SYS { users: [ { user: "sys", password: "static" } ] }
            }
            system_account: SYS
            """;
    private static final long START_SECONDS = 20;

    private final Process process;
    private final int port;

    private ListedServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static String binary() {
        String named = System.getenv("MESHBUS_NATS_SERVER");
        if (named != null && !named.isEmpty()) {
            return named;
        }
        return Stream.of(Objects.toString(System.getenv("PATH"), "").split(":"))
                .map(folder -> Path.of(folder, "nats-server"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElseThrow(
                        () -> new AssertionError("no nats-server: set MESHBUS_NATS_SERVER or let ./meshbus fetch one"));
    }

    static Path write(Path directory, String users) throws IOException {
        Files.writeString(directory.resolve("users.conf"), users);
        return Files.writeString(directory.resolve("nats.conf"), CONF.formatted(directory));
    }

    /** What {@code nats-server -t} says; the exit code first. */
    static String check(Path directory, String users) throws IOException, InterruptedException {
        Process check = new ProcessBuilder(
                        binary(), "-t", "-c", write(directory, users).toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        return check.waitFor() + " " + said;
    }

    static ListedServer start(Path directory, String users) throws IOException {
        Process process = new ProcessBuilder(
                        binary(), "-c", write(directory, users).toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        Path ports = directory.resolve("nats-server_" + process.pid() + ".ports");
        try {
            Awaitility.await()
                    .atMost(START_SECONDS, TimeUnit.SECONDS)
                    .until(() -> !process.isAlive() || (Files.exists(ports) && Files.size(ports) > 0));
            String url = Files.readString(ports).replaceAll("(?s).*nats://127\\.0\\.0\\.1:([0-9]+).*", "$1");
            return new ListedServer(process, Integer.parseInt(url));
        } catch (RuntimeException | IOException e) {
            process.destroyForcibly();
            throw new AssertionError(String.join("\n", log(directory)), e);
        }
    }

    private static List<String> log(Path directory) throws IOException {
        return Files.readAllLines(directory.resolve("log"));
    }

    RawClient connect(Login login) throws IOException {
        return new RawClient(port, login);
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
