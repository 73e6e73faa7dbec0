package io.meshbus.bed.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.MeshBed;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.Meshbus.Running;
import io.meshbus.bed.genesis.SharedMesh.Mesh;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.id.PersonId;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spec 7.7: no secret in logs at TRACE, exceptions, process lists, answers, or files that others can read. A mesh is raised,
 * a machine enrolled, a person let in, refused and misled, all of it talkative; then every secret is looked for.
 */
class SecretsIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Map<String, String> TRACE = Map.of("MESHBUS_LOG_LEVEL", "TRACE");
    private static final String QUOTE = "{\"item\":\"tea\"}";

    @TempDir
    private Path temporary;

    private final List<String> said = new ArrayList<>();

    private Meshbus.Result run(String... arguments) {
        Meshbus.Result result = Meshbus.run(TRACE, arguments);
        said.add(String.join(" ", arguments) + "\n" + result.all());
        return result;
    }

    @Test
    void noSecretIsShownAnywhere() throws Exception {
        Path directory = temporary.resolve("mesh");
        Path token = temporary.resolve("token");
        Path ann = temporary.resolve("ann.json");
        try (Mesh mesh = Mesh.standing(MeshBed.demo(directory, TRACE), Files.createTempDirectory("secrets"))) {
            MeshDirectory files = mesh.directory();
            String dir = directory.toString();
            // The token's and the person's secrets are the answers of these two, which nothing else may show.
            Files.writeString(
                    token, mesh.bed().run("token", "issue", "--node", "spare").out());
            assertThat(mesh.bed()
                            .run("operator", "issue", "ann", "--tools", "pricing.*", "--out", ann.toString())
                            .exit())
                    .isZero();
            Running host = Meshbus.start(
                    TRACE, "host", "--dir", temporary.resolve("spare").toString(), "--token-file", token.toString());
            try {
                await().atMost(LIMIT).until(() -> host.err().contains("ready host="));
                KnownSecrets secrets = new KnownSecrets()
                        .mesh(files, Map.of("clock", "hub", "orders", "n1", "pricing", "n2"))
                        .person(files.person(new PersonId("admin")))
                        .person(ann)
                        .token(token)
                        .host(temporary.resolve("spare"));
                assertThat(secrets.count()).isGreaterThan(25);
                assertThat(secrets.in(Files.readString(token))).containsExactly(token.toString());

                use(dir, ann, token);
                said.add(String.join("\n", commandLines()));
                said.add(host.out() + host.err());
                said.add(mesh.bed().up().out() + mesh.bed().up().err());
                said.addAll(monitoring(files));
                assertThat(Files.readString(directory.resolve("log/up.log")))
                        .contains("TRACE")
                        .contains("DEBUG");
                assertThat(host.err()).contains("DEBUG");
                assertThat(said.stream()
                                .flatMap(text -> secrets.in(text).stream())
                                .toList())
                        .isEmpty();
                assertThat(secrets.strayIn(directory)).isEmpty();
                assertThat(secrets.strayIn(temporary.resolve("spare"))).isEmpty();
            } finally {
                host.interrupt(LIMIT);
            }
            for (Path root : List.of(directory, temporary.resolve("spare"))) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(root)))
                        .isEqualTo("rwx------");
            }
            for (String kept : List.of("keys", "persons", "nodes", "store", "broker/users.conf")) {
                assertThat(KnownSecrets.openIn(directory.resolve(kept))).isEmpty();
            }
            assertThat(KnownSecrets.openIn(temporary.resolve("spare")))
                    .noneMatch(file -> !file.contains("/spare/run/"));
            assertThat(KnownSecrets.openIn(ann)).isEmpty();
        }
    }

    /** What works, what is refused, and what fails, as talkative as it goes. */
    private void use(String dir, Path ann, Path token) throws Exception {
        for (String listed : List.of("status", "nodes", "modules")) {
            assertThat(run("--dir", dir, "--verbose", listed, "-o", "json").exit())
                    .isZero();
        }
        for (String[] listed : new String[][] {{"token", "list"}, {"operator", "list"}, {"accounts", "show"}}) {
            List<String> arguments = new ArrayList<>(List.of("--dir", dir, "--verbose"));
            arguments.addAll(List.of(listed));
            arguments.addAll(List.of("-o", "json"));
            run(arguments.toArray(String[]::new));
        }
        assertThat(run("--as", ann.toString(), "--verbose", "call", "pricing.quote", QUOTE)
                        .exit())
                .isZero();
        assertThat(run("--as", ann.toString(), "--verbose", "call", "orders.place", "{}")
                        .exit())
                .isNotZero();
        assertThat(run("--as", ann.toString(), "--verbose", "status").exit()).isNotZero();
        // A spent token, a damaged one, somebody else's key, a damaged key.
        String spent = temporary.resolve("second").toString();
        assertThat(run("host", "--verbose", "--dir", spent, "--token-file", token.toString())
                        .exit())
                .isNotZero();
        String text = Files.readString(token).strip();
        Path damaged = Files.writeString(temporary.resolve("damaged"), text.substring(0, text.length() - 4) + "AAAA");
        run("host", "--verbose", "--dir", temporary.resolve("third").toString(), "--token-file", damaged.toString());
        String other = Path.of(dir, "persons/admin.key").toString();
        assertThat(run("--as", ann.toString(), "--key", other, "--verbose", "tools")
                        .exit())
                .isNotZero();
        assertThat(run("--as", ann.toString(), "--key", token.toString(), "--verbose", "tools")
                        .exit())
                .isNotZero();
        assertThat(run("up", "--verbose", "--dir", dir).exit()).isNotZero();
    }

    private static List<String> commandLines() {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .toList();
    }

    private static List<String> monitoring(MeshDirectory files) throws Exception {
        int monitor = new JsonObject(Files.readString(files.identity())).getInteger("monitorPort");
        int http = new JsonObject(Files.readString(files.ports())).getInteger("http");
        List<String> answers = new ArrayList<>();
        for (String page : List.of(
                monitor + "/varz",
                monitor + "/connz?auth=1&subs=1",
                monitor + "/accountz?acc=MESH",
                monitor + "/jsz?config=1&consumers=1",
                http + "/health/ready",
                http + "/metrics")) {
            answers.add(HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + page))
                                    .build(),
                            BodyHandlers.ofString())
                    .body());
        }
        return answers;
    }
}
