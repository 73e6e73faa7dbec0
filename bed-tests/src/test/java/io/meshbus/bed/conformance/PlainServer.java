package io.meshbus.bed.conformance;

import io.meshbus.sdk.testing.LocalNats;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A nats-server without TLS that would take any password, and writes down all it is told. */
final class PlainServer implements AutoCloseable {
    private static final Duration READY = Duration.ofSeconds(15);

    private final Process process;
    private final Path log;
    private final int port;

    PlainServer(Path directory) throws IOException {
        port = unusedPort();
        log = directory.resolve("plain.log");
        process = new ProcessBuilder(
                        LocalNats.binary().toString(), "-a", "127.0.0.1", "-p", Integer.toString(port), "-V")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Awaitility.await().atMost(READY).until(this::answers);
    }

    static int unusedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.getInputStream().read() == 'I';
        } catch (IOException notYet) {
            return false;
        }
    }

    String url() {
        return "tls://127.0.0.1:" + port;
    }

    /** Whether anybody has shown a password, or anything else of a handshake. */
    boolean wasToldAnything() throws IOException {
        return Files.readString(log).contains("CONNECT");
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(READY.toSeconds(), TimeUnit.SECONDS);
    }
}
