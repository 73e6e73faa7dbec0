package io.meshbus.bed.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Java sources of every module, as text. Package-info files count as sources. */
final class SourceTree {
    private static final Pattern COMMENTS = Pattern.compile("/\\*.*?\\*/|//[^\\n]*", Pattern.DOTALL);
    private static final Pattern STRINGS = Pattern.compile("\"(?:\\\\.|[^\"\\\\\\n])*\"");
    private static final List<String> MODULES = List.of("sdk", "verticles", "launcher", "bed-tests/demo", "bed-tests");

    private final Path root;

    private SourceTree(Path root) {
        this.root = root;
    }

    /** Surefire names the root; an IDE may run from the root or from a module. */
    static SourceTree ofThisBuild() {
        Path start = Path.of(System.getProperty("meshbus.root", "")).toAbsolutePath();
        for (Path dir = start; dir != null; dir = dir.getParent()) {
            if (Files.isDirectory(dir.resolve("sdk")) && Files.isDirectory(dir.resolve("bed-tests"))) {
                return new SourceTree(dir);
            }
        }
        throw new IllegalStateException("no meshbus source tree at or above " + start);
    }

    List<Source> main() {
        return under("src/main/java");
    }

    List<Source> test() {
        return under("src/test/java");
    }

    private List<Source> under(String folder) {
        return MODULES.stream()
                .map(module -> root.resolve(module).resolve(folder))
                .filter(Files::isDirectory)
                .flatMap(this::javaFiles)
                .toList();
    }

    private Stream<Source> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().map(this::read).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Source read(Path file) {
        try {
            return new Source(root.relativize(file), Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One file; the path is relative to the root. */
    record Source(Path path, String text) {
        String name() {
            return path.getFileName().toString();
        }

        long lines() {
            return text.lines().count();
        }

        /** The text without comments and string contents, so that naming a thing is not using it. */
        String code() {
            return COMMENTS.matcher(STRINGS.matcher(text).replaceAll("\"\"")).replaceAll(" ");
        }
    }
}
