package io.meshbus.sdk.testing;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A nats-server of a test: child process, loopback, its own free port, its own directory, TLS with its own certificate.
 * Blocks its caller; never used on an event loop. Closing, and the end of the JVM, kill the process.
 */
public final class LocalNats implements Broker {
    /** The server must take a connection within this. */
    public static final Duration START_TIMEOUT = Duration.ofSeconds(15);

    private static final long POLL_NANOS = 10_000_000;
    private static final String BINARY = "nats-server";

    private final Path directory;
    private final int port;
    private final TestCertificate certificate;
    private volatile @Nullable Process process;

    private LocalNats(Path directory, int port, TestCertificate certificate) {
        this.directory = directory;
        this.port = port;
        this.certificate = certificate;
    }

    /**
     * Starts a server.
     *
     * @param directory its own, kept by the caller; holds configuration, log and streams
     * @param config what it shall do: accounts, users, JetStream limits; address, TLS and store are added
     */
    public static LocalNats start(Path directory, String config) {
        try {
            Files.createDirectories(directory);
            LocalNats server = new LocalNats(directory, freePort(), TestCertificate.make(directory));
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "nats-server-end"));
            server.write(config);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The binary: environment {@code MESHBUS_NATS_SERVER}, else the first on the PATH. */
    public static Path binary() {
        String named = System.getenv("MESHBUS_NATS_SERVER");
        if (named != null && !named.isEmpty()) {
            return Path.of(named);
        }
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, BINARY))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> Problem.of(
                                ProblemCode.TOOL_MISSING,
                                "nats-server is not on this machine",
                                "neither MESHBUS_NATS_SERVER nor the PATH names it",
                                "./meshbus installs it, or export MESHBUS_NATS_SERVER=/path/to/nats-server")
                        .asException());
    }

    @Override
    public String url() {
        return "tls://127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    /** SHA-256 of its certificate, in hexadecimal. */
    @Override
    public String pin() {
        return certificate.sha256();
    }

    public long pid() {
        return running().pid();
    }

    /** Everything it has logged so far. */
    @Override
    public String log() {
        try {
            return Files.readString(directory.resolve("server.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces the configuration and has the running server read it. */
    public void reload(String config) {
        write(config);
        signal("HUP");
    }

    /** Ends it at once, as a power switch would. */
    public void kill() {
        Process current = running();
        current.destroyForcibly();
        await(current);
    }

    /** Starts it again on the same port and directory. */
    public void restart() {
        if (running().isAlive()) {
            kill();
        }
        start();
    }

    /** It neither reads nor answers until {@link #thaw}, but its connections stay. */
    public void freeze() {
        signal("STOP");
    }

    public void thaw() {
        signal("CONT");
    }

    @Override
    public void close() {
        Process current = process;
        if (current != null) {
            current.destroyForcibly();
            await(current);
        }
    }

    private Process running() {
        Process current = process;
        if (current == null) {
            throw new IllegalStateException("the server was never started");
        }
        return current;
    }

    private void write(String config) {
        String whole = "listen: \"127.0.0.1:" + port + "\"\n"
                + "server_name: local\n"
                + "tls { cert_file: \"" + certificate.certificateFile() + "\", key_file: \"" + certificate.keyFile()
                + "\" }\n"
                + "jetstream { store_dir: \"" + directory.resolve("store") + "\" }\n" + config + "\n";
        try {
            Files.writeString(directory.resolve("nats.conf"), whole);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void start() {
        List<String> command = new ArrayList<>(List.of(
                binary().toString(), "-c", directory.resolve("nats.conf").toString()));
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            directory.resolve("server.log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        long end = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!answers()) {
            if (!running().isAlive() || System.nanoTime() - end > 0) {
                close();
                throw new IllegalStateException("nats-server did not start, its log:\n" + log());
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
            socket.setSoTimeout(1_000);
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(4), StandardCharsets.US_ASCII).equals("INFO");
        } catch (IOException e) {
            return false;
        }
    }

    private void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
            if (!kill.waitFor(5, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("signal " + name + " could not be sent");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static void await(Process ended) {
        try {
            if (!ended.waitFor(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nats-server does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
