package io.meshbus.bed.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.meshbus.sdk.subject.Digest;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/** A broker's directory: a configuration with a composed list, as the controller writes it, and what the entrypoint leaves. */
final class ListedBroker {
    static final Duration LIMIT = Duration.ofSeconds(30);

    final Path directory;
    final int port;
    final int monitor;
    private int revision;

    /** @param host where the server listens: a container's own network needs more than loopback */
    ListedBroker(Path directory, String host) throws IOException {
        this.directory = directory;
        port = unusedPort();
        monitor = unusedPort();
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("nats.conf"), """
                include "users.conf"
                listen: "%s:%d"
                http: "127.0.0.1:%d"
                lame_duck_duration: "30s"
                accounts {
                  MESH { users: $MESH_USERS }
                  SYS { users: [ { user: "sys", password: "sys" } ] }
                }
                system_account: SYS
                """.formatted(host, port, monitor));
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Writes as the controller does: whole, beside it, then renamed. */
    void list(String... users) throws IOException {
        write(composed(users));
    }

    String composed(String... users) {
        StringBuilder body = new StringBuilder("MESH_USERS = [\n");
        for (String user : users) {
            body.append(entry(user, "m." + user));
        }
        return headed(body.append("]\n").toString());
    }

    /** As {@code UserListText} writes it. */
    static String entry(String user, String subject) {
        return """
                  # %1$s
                  { user: "%1$s", password: "%1$s", permissions: {
                    publish: { allow: [
                      "%2$s"
                    ] }
                    subscribe: { allow: [
                      "_INBOX.%1$s.>"
                    ] }
                  } }
                """.formatted(user, subject);
    }

    /** With the header that says what the body is. */
    String headed(String text) {
        return "# Users\n# revision " + ++revision + "\n# sha256 " + Digest.sha256(text) + "\n" + text;
    }

    void write(String text) throws IOException {
        Path next = Files.writeString(directory.resolve("users.conf.new"), text);
        Files.move(
                next,
                directory.resolve("users.conf"),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.ATOMIC_MOVE);
    }

    JsonObject applied() throws IOException {
        return new JsonObject(Files.readString(directory.resolve("applied/applied.json")));
    }

    /** Asked without a client, which takes two seconds to believe a refusal. */
    boolean canConnect(String user) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            in.readLine();
            String connect = new JsonObject()
                    .put("verbose", false)
                    .put("user", user)
                    .put("pass", user)
                    .encode();
            socket.getOutputStream().write(("CONNECT " + connect + "\r\nPING\r\n").getBytes(UTF_8));
            return "PONG".equals(in.readLine());
        } catch (IOException notListening) {
            return false;
        }
    }

    /** @param events everything that happens to the connection is added here */
    Connection connect(String user, List<ConnectionListener.Events> events) throws IOException, InterruptedException {
        Options.Builder options = Options.builder()
                .server("nats://127.0.0.1:" + port)
                .userInfo(user, user)
                .connectionTimeout(Duration.ofSeconds(2))
                .maxReconnects(0);
        return Nats.connect(options.connectionListener((connection, event) -> {
                    if (event != ConnectionListener.Events.CONNECTED) {
                        events.add(event);
                    }
                })
                .build());
    }
}
