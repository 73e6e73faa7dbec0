package io.meshbus.bed.genesis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.meshbus.bed.PlainClient;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.PersonFiles;
import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.wire.TokenText;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Every secret of a mesh that can be known from its directory, by what it is; and where one stands. */
final class KnownSecrets {
    private static final int CHARS_MIN = 20;

    private final Map<String, String> texts = new TreeMap<>();
    private final Map<Path, String> homes = new TreeMap<>();

    private void add(String what, String text) {
        if (text.length() < CHARS_MIN) {
            throw new IllegalArgumentException(what + " is too short to be looked for");
        }
        texts.put(what, text);
    }

    private void addFile(Path file) throws IOException {
        homes.put(file, file.toString());
        add(file.toString(), Files.readString(file).strip());
    }

    /** Keys of the mesh, of its certificate, the controller's passwords, and each given module's. */
    KnownSecrets mesh(MeshDirectory mesh, Map<String, String> nodesOfModules) throws Exception {
        addFile(mesh.meshKey());
        homes.put(mesh.controllerSecrets(), "");
        JsonObject controller = new JsonObject(Files.readString(mesh.controllerSecrets()));
        for (String user : controller.fieldNames()) {
            add("password of " + user, controller.getJsonObject(user).getString("password"));
        }
        homes.put(mesh.certificateKey(), "");
        add("key of the certificate", Files.readAllLines(mesh.certificateKey()).get(1));
        for (Map.Entry<String, String> module : nodesOfModules.entrySet()) {
            add(
                    "password of " + module.getKey(),
                    password(PlainClient.authOf(mesh, new ModuleId(module.getKey()), new NodeId(module.getValue()))));
        }
        for (String node : List.of("hub", "n1", "n2")) {
            host(mesh.node(new NodeId(node)));
            add("password of host " + node, password(PlainClient.authOf(mesh, new NodeId(node))));
        }
        return this;
    }

    private static String password(Auth auth) {
        return Objects.requireNonNull(auth.password(), "this mesh is one of passwords")
                .revealText();
    }

    /** The two keys of a host's directory. */
    KnownSecrets host(Path directory) throws IOException {
        addFile(directory.resolve("sealing.key"));
        addFile(directory.resolve("identity.key"));
        return this;
    }

    KnownSecrets person(Path credentials) throws IOException {
        Path key = PersonFiles.keyBeside(credentials);
        addFile(key);
        add(
                "password of " + credentials,
                PersonFiles.credentials(credentials)
                        .password(PersonFiles.key(key))
                        .revealText());
        return this;
    }

    /** @param file where the bed has put it */
    KnownSecrets token(Path file) throws IOException {
        addFile(file);
        TokenText token = TokenText.decode(Files.readString(file).strip());
        add("secret of the token", token.secret().revealText());
        add("bus password of the token", token.busPassword().revealText());
        add("proof key of the token", token.proofKey().revealText());
        return this;
    }

    int count() {
        return texts.size();
    }

    /** What a text shows, by name. */
    List<String> in(String text) {
        return texts.entrySet().stream()
                .filter(secret -> text.contains(secret.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Files below a directory that show a secret and are not where it is kept. */
    List<String> strayIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !homes.containsKey(file))
                    .flatMap(file -> in(read(file)).stream().map(what -> file + " shows " + what))
                    .toList();
        }
    }

    /** Files below a directory that somebody else may read. */
    static List<String> openIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> !Files.isSymbolicLink(file))
                    .filter(KnownSecrets::isOpen)
                    .map(Path::toString)
                    .toList();
        }
    }

    private static boolean isOpen(Path file) {
        try {
            return Files.getPosixFilePermissions(file).stream()
                    .anyMatch(permission -> permission.name().endsWith("_READ")
                            && !permission.name().startsWith("OWNER"));
        } catch (IOException gone) {
            return false;
        }
    }

    /** Byte for byte; a stream's block may go while it is looked for. */
    private static String read(Path file) {
        try {
            return Files.readString(file, ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
