package io.meshbus.bed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A copy of the demo's definition that a test may change. */
public final class DefinitionCopy {
    private final Path root;

    private DefinitionCopy(Path root) {
        this.root = root;
    }

    public static DefinitionCopy ofDemo(Path root) {
        Path demo = Meshbus.root().resolve("configs/demo");
        try (Stream<Path> files = Files.walk(demo)) {
            for (Path from : files.toList()) {
                Path to = root.resolve(demo.relativize(from).toString());
                if (Files.isDirectory(from)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(from, to);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new DefinitionCopy(root);
    }

    public Path root() {
        return root;
    }

    /** Replaces a text that must be there. */
    public void edit(String file, String from, String to) {
        Path path = root.resolve(file);
        try {
            String text = Files.readString(path);
            if (!text.contains(from)) {
                throw new IllegalArgumentException(file + " does not contain " + from);
            }
            Files.writeString(path, text.replace(from, to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
