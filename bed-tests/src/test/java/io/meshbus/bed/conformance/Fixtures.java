package io.meshbus.bed.conformance;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The checked-in cases. */
final class Fixtures {
    /** In the order in which they are run. */
    static final List<String> CAPABILITIES = List.of("connection", "events", "tools", "seats");

    private Fixtures() {}

    /** {@code bed-tests/conformance}, from the root or from the module. */
    static Path home() {
        Path root = Path.of(System.getProperty("meshbus.root", "")).toAbsolutePath();
        Path fromRoot = root.resolve("bed-tests/conformance");
        return Files.isDirectory(fromRoot) ? fromRoot : root.resolve("conformance");
    }

    static JsonObject file(String capability) {
        try {
            return new JsonObject(Files.readString(home().resolve("fixtures/" + capability + ".json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<JsonObject> raw(String capability) {
        return file(capability).getJsonArray("cases").stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    static List<Case> of(String capability) {
        return raw(capability).stream().map(Case::of).toList();
    }
}
