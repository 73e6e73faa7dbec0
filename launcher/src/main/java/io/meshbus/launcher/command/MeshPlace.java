package io.meshbus.launcher.command;

import io.meshbus.control.genesis.Genesis.Request;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.launcher.client.MeshDirectories;
import io.meshbus.sdk.account.AuthMode;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which mesh is raised, and where.
 *
 * @param name of the mesh
 */
record MeshPlace(MeshDirectory directory, String name) {
    private static final String NAME_DEFAULT = "mesh";

    /**
     * The directory by {@code --dir}, {@code MESHBUS_DIR}, the name, or the one mesh there is; the name by option, by
     * definition, or by what stands in the directory.
     *
     * @param option {@code --mesh}
     * @param defined the name in the definition pushed
     */
    static MeshPlace of(Cli cli, @Nullable String option, @Nullable String defined) {
        MeshDirectories directories = MeshDirectories.ofUser(cli.environment());
        Optional<String> wanted = Optional.ofNullable(option).or(() -> Optional.ofNullable(defined));
        MeshDirectory directory = directories
                .named(cli.options().dir)
                .or(() -> wanted.map(directories::of))
                .or(() -> single(directories.all()))
                .orElseGet(() -> directories.of(NAME_DEFAULT));
        String standing = Files.isRegularFile(directory.identity())
                ? MeshIdentity.read(directory).name()
                : NAME_DEFAULT;
        return new MeshPlace(directory, wanted.orElse(standing));
    }

    private static Optional<MeshDirectory> single(List<MeshDirectory> all) {
        return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
    }

    /** @param defined what the definition says of how principals prove themselves, if it says it */
    Request request(PortOptions ports, @Nullable AuthMode defined) {
        AuthMode auth = ports.auth != null ? ports.auth : defined;
        return new Request(
                name, ports.host, ports.nats, ports.monitor, ports.http, auth == null ? AuthMode.PASSWORD : auth);
    }
}
