package io.meshbus.sdk.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.Streams;
import io.vertx.core.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A nats-server of its own in a directory of its own, with the accounts of spec 2.5; loopback, TLS, a free port. */
final class TestServer implements AutoCloseable {
    private static final Duration READY = Duration.ofSeconds(20);
    private static final List<String> SERVICES =
            List.of("mesh.mod.*.event.>", "mesh.mod.*.dead", "mesh.seat.*.event.>", "mesh.seat.*.accept.>");

    private final Path directory;
    private final String pin;
    private final Process process;
    private final String url;

    private TestServer(Path directory, String pin, Process process, String url) {
        this.directory = directory;
        this.pin = pin;
        this.process = process;
        this.url = url;
    }

    /** @param users text of {@code users.conf} */
    static TestServer start(Path directory, String users) throws IOException, GeneralSecurityException {
        Files.writeString(directory.resolve("users.conf"), users);
        Files.writeString(directory.resolve("nats.conf"), conf());
        String pin = certificate(directory);
        Process process = new ProcessBuilder(binary(), "-c", "nats.conf", "--ports_file_dir", directory.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("server.log").toFile())
                .start();
        try {
            Path ports = await().atMost(READY)
                    .until(() -> portsFile(directory), Optional::isPresent)
                    .orElseThrow();
            String nats =
                    new JsonObject(Files.readString(ports)).getJsonArray("nats").getString(0);
            return new TestServer(directory, pin, process, nats.replaceFirst("^nats:", "tls:"));
        } catch (RuntimeException notReady) {
            process.destroyForcibly();
            throw new IllegalStateException(Files.readString(directory.resolve("server.log")), notReady);
        }
    }

    String url() {
        return url;
    }

    String pin() {
        return pin;
    }

    String log() throws IOException {
        return Files.readString(directory.resolve("server.log"));
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(READY.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    private static Optional<Path> portsFile(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".ports"))
                    .filter(file -> file.toFile().length() > 0)
                    .findFirst();
        }
    }

    private static String conf() {
        String exports = SERVICES.stream()
                .map(s -> "{service: \"%s\", accounts: [MESH]}".formatted(s))
                .collect(Collectors.joining("\n"));
        String imports = SERVICES.stream()
                .map(s -> "{service: {account: STREAMS, subject: \"%s\"}}".formatted(s))
                .collect(Collectors.joining("\n"));
        return """
                include users.conf
                listen: "127.0.0.1:-1"
                max_payload: 2MB
                tls { cert_file: "cert.pem", key_file: "key.pem" }
                jetstream { store_dir: "." }
                accounts {
                  MESH {
                    users: $MESH_USERS
                    imports: [
                      %s
                      {service: {account: STREAMS, subject: "$JS.API.CONSUMER.MSG.NEXT.*.*"}, to: "%s.CONSUMER.MSG.NEXT.*.*"}
                      {service: {account: STREAMS, subject: "$JS.ACK.>"}}
                    ]
                  }
                  STREAMS {
                    jetstream: enabled
                    users: $STREAMS_USERS
                    exports: [
                      %s
                      {service: "$JS.API.CONSUMER.MSG.NEXT.*.*", accounts: [MESH], response_type: stream}
                      {service: "$JS.ACK.>", accounts: [MESH], response_type: stream}
                    ]
                  }
                  FABRIC { users: $FABRIC_USERS }
                  SYS { users: [ {user: "sys", password: "sys"} ] }
                }
                system_account: SYS
                """.formatted(imports, Streams.API_PREFIX, exports);
    }

    /** A self-signed certificate by the JDK's own keytool; returns its pin. */
    private static String certificate(Path directory) throws IOException, GeneralSecurityException {
        Path store = directory.resolve("key.p12");
        char[] password = "changeit".toCharArray();
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "bus",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=bus",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        new String(password),
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        assertThat(store).as(said).exists();
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password);
        }
        byte[] certificate = keys.getCertificate("bus").getEncoded();
        pem(directory.resolve("cert.pem"), "CERTIFICATE", certificate);
        pem(
                directory.resolve("key.pem"),
                "PRIVATE KEY",
                keys.getKey("bus", password).getEncoded());
        return Digest.sha256(certificate);
    }

    private static void pem(Path file, String kind, byte[] der) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private static String binary() {
        return Stream.concat(
                        Stream.ofNullable(System.getenv("MESHBUS_NATS_SERVER")),
                        Stream.of(Optional.ofNullable(System.getenv("PATH"))
                                        .orElse("")
                                        .split(File.pathSeparator))
                                .map(folder -> Path.of(folder, "nats-server").toString()))
                .filter(file -> Files.isExecutable(Path.of(file)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "nats-server is missing: run ./meshbus verify once, or set MESHBUS_NATS_SERVER to a binary"));
    }
}
