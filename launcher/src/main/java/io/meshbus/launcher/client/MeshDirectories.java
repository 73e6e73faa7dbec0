package io.meshbus.launcher.client;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which directory is meant: {@code --dir}, then {@code MESHBUS_DIR}, then the one mesh below {@code ~/.meshbus}. Blocking. */
public final class MeshDirectories {
    private static final String NO_IDENTITY = "there is no mesh.json in it";

    private final Map<String, String> environment;
    private final Path home;

    /** @param home where the meshes of this user are, {@code ~/.meshbus} */
    public MeshDirectories(Map<String, String> environment, Path home) {
        this.environment = environment;
        this.home = home;
    }

    public static MeshDirectories ofUser(Map<String, String> environment) {
        return new MeshDirectories(environment, Path.of(System.getProperty("user.home"), ".meshbus"));
    }

    /** Named by option or environment; empty when neither is given. */
    public Optional<MeshDirectory> named(@Nullable Path option) {
        if (option != null) {
            return Optional.of(new MeshDirectory(option));
        }
        return Optional.ofNullable(environment.get("MESHBUS_DIR"))
                .filter(dir -> !dir.isBlank())
                .map(dir -> new MeshDirectory(Path.of(dir)));
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code DIRECTORY_NOT_A_MESH} when no or no single mesh is meant */
    public MeshDirectory existing(@Nullable Path option) {
        MeshDirectory directory = named(option).orElseGet(this::single);
        if (!Files.isRegularFile(directory.identity())) {
            throw notAMesh(directory.root().toString(), NO_IDENTITY);
        }
        return directory;
    }

    /** Where a mesh of this name is made when nobody names a directory. */
    public MeshDirectory of(String mesh) {
        return new MeshDirectory(home.resolve(mesh));
    }

    private MeshDirectory single() {
        List<MeshDirectory> all = all();
        if (all.size() == 1) {
            return all.get(0);
        }
        throw notAMesh(
                home.toString(),
                all.isEmpty()
                        ? "no mesh was made there"
                        : "there are " + all.size() + " meshes: "
                                + String.join(
                                        ", ",
                                        all.stream()
                                                .map(d ->
                                                        String.valueOf(d.root().getFileName()))
                                                .toList()));
    }

    /** Every mesh of this user, by name. */
    public List<MeshDirectory> all() {
        if (!Files.isDirectory(home)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(home)) {
            return children.sorted()
                    .map(MeshDirectory::new)
                    .filter(directory -> Files.isRegularFile(directory.identity()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RuntimeException notAMesh(String where, String why) {
        return Problem.of(
                        ProblemCode.DIRECTORY_NOT_A_MESH,
                        "not the directory of a mesh",
                        why,
                        "make one with meshbus up, or name it with --dir")
                .at(where)
                .asException();
    }
}
