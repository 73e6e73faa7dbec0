package io.meshbus.sdk.manifest;

import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.subject.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads a definition directory from disk: {@code mesh.yaml}, {@code seats/} and {@code modules/}, nothing else, and no
 * name that starts with a dot. Blocking: never call it on an event loop.
 */
public final class DefinitionFiles {
    /** A push stays under 1 MiB on the wire, where quotes and line breaks take two bytes. */
    public static final long TEXT_BYTES_MAX = 900L << 10;

    public static final long ARTEFACT_BYTES_MAX = 512L << 20;
    public static final long ARTEFACTS_BYTES_MAX = 1L << 30;
    public static final int FILES_MAX = 5_000;
    private static final int DEPTH_MAX = 12;
    private static final int BUFFER_BYTES = 64 << 10;

    private final Path root;
    private final Path real;
    private final Map<String, String> texts = new TreeMap<>();
    private final Map<String, ArtefactRef> artefacts = new TreeMap<>();
    private long textBytes;
    private long artefactBytes;

    private DefinitionFiles(Path root) throws IOException {
        this.root = root;
        this.real = root.toRealPath();
    }

    /**
     * Text files as they are; jars and whatever else is not UTF-8 text by digest.
     *
     * @throws io.meshbus.sdk.problem.ProblemException {@code DEFINITION_INVALID} for links out of the directory, files
     *     that cannot be read and sizes beyond the bounds
     */
    public static DefinitionSource load(Path directory) {
        try {
            DefinitionFiles files = new DefinitionFiles(directory);
            files.walk();
            return new DefinitionSource(files.texts, files.artefacts);
        } catch (IOException e) {
            throw refused(
                    directory.toString(),
                    e instanceof NoSuchFileException
                            ? "there is no such directory"
                            : "it cannot be read: " + e.getClass().getSimpleName(),
                    "check that it is there and readable");
        }
    }

    /**
     * The file of an artefact of the source, by its path in the definition ({@code modules/m/x.jar}).
     *
     * @throws io.meshbus.sdk.problem.ProblemException as {@link #load}
     */
    public static Path artefact(Path directory, String path) {
        try {
            Path file = directory.resolve(RelativePath.require(path));
            requireInside(directory.toRealPath(), file);
            return file;
        } catch (IOException e) {
            throw refused(
                    path, "it cannot be read: " + e.getClass().getSimpleName(), "check that it is there and readable");
        }
    }

    /** The file of the artefact with this digest, if the source has one. */
    public static Optional<Path> artefact(Path directory, DefinitionSource source, String sha256) {
        return source.artefacts().entrySet().stream()
                .filter(entry -> entry.getValue().sha256().equals(sha256))
                .map(entry -> artefact(directory, entry.getKey()))
                .findFirst();
    }

    private void walk() throws IOException {
        Files.walkFileTree(root, java.util.Set.of(), DEPTH_MAX, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
                return dir.equals(root) || belongs(dir) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (belongs(file)) {
                    take(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private boolean belongs(Path path) {
        Path relative = root.relativize(path);
        String first = relative.getName(0).toString();
        boolean top = first.equals("mesh.yaml")
                || first.equals("mesh.yml")
                || first.equals("seats")
                || first.equals("modules");
        return top && !relative.getFileName().toString().startsWith(".");
    }

    private void take(Path file) throws IOException {
        String name = root.relativize(file).toString().replace('\\', '/');
        if (texts.size() + artefacts.size() >= FILES_MAX) {
            throw refused(name, "the definition has more than " + FILES_MAX + " files", "remove what is not needed");
        }
        requireInside(real, file);
        if (!Files.isRegularFile(file)) {
            throw refused(name, "it is no regular file, or lies too deep", "remove it");
        }
        long size = Files.size(file);
        Optional<String> text = name.endsWith(".jar") || size > TEXT_BYTES_MAX ? Optional.empty() : text(file);
        if (text.isPresent()) {
            textBytes += size;
            texts.put(name, text.get());
        } else {
            artefactBytes += size;
            requireSize(name, size, ARTEFACT_BYTES_MAX);
            artefacts.put(name, new ArtefactRef(sha256(file), size));
        }
        requireSize("the text of the definition", textBytes, TEXT_BYTES_MAX);
        requireSize("the artefacts of the definition", artefactBytes, ARTEFACTS_BYTES_MAX);
    }

    private static void requireSize(String name, long size, long max) {
        if (size > max) {
            throw refused(name, size + " bytes are too much", "at most " + max + " bytes");
        }
    }

    private static void requireInside(Path real, Path file) throws IOException {
        if (!file.toRealPath().startsWith(real)) {
            throw refused(file.toString(), "a link leads out of the directory", "put the file itself there");
        }
    }

    private static Optional<String> text(Path file) throws IOException {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static String sha256(Path file) throws IOException {
        MessageDigest digest = Digest.newSha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static RuntimeException refused(String name, String why, String remedy) {
        return new Problem(
                        ProblemCode.DEFINITION_INVALID,
                        "the definition cannot be taken",
                        Faults.shown(name),
                        why,
                        remedy)
                .asException();
    }
}
