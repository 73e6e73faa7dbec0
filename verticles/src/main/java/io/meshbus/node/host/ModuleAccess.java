package io.meshbus.node.host;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.module.MeshOptions;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.Declaration.ModuleDeclaration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How to connect as a module of a node, for whoever owns the directory of that node: its keys open what the mesh has
 * sealed for it. Reads only. Blocks on files.
 */
public final class ModuleAccess {
    private ModuleAccess() {}

    /**
     * Empty when the node has not enrolled, or was never told to run that module.
     *
     * @param node the state directory of its host
     * @throws io.meshbus.sdk.problem.ProblemException {@code CREDENTIALS_UNUSABLE}
     */
    public static Optional<MeshOptions> of(Path node, ModuleId module) {
        HostState state = new HostState(node);
        return state.identity()
                .flatMap(identity -> state.accepted()
                        .map(Accepted::declaration)
                        .flatMap(declaration -> find(declaration, module)
                                .map(found -> options(node, identity.movedTo(declaration), found))));
    }

    private static Optional<ModuleDeclaration> find(Declaration declaration, ModuleId module) {
        return declaration.modules().stream()
                .filter(one -> one.module().equals(module))
                .findFirst();
    }

    private static MeshOptions options(Path node, HostIdentity identity, ModuleDeclaration module) {
        PrincipalId principal = PrincipalId.module(module.module(), identity.node());
        return new MeshOptions(
                identity.options(principal, key(node), module.credentials()),
                identity.name(),
                module.manifest(),
                module.seats());
    }

    private static SealingKey key(Path node) {
        try {
            return SealingKey.of(Secret.of(Files.readString(node.resolve("sealing.key"), StandardCharsets.US_ASCII)
                    .strip()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the node's key in " + node, e);
        }
    }
}
