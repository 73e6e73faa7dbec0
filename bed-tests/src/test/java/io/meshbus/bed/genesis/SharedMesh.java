package io.meshbus.bed.genesis;

import static org.awaitility.Awaitility.await;

import io.meshbus.bed.MeshBed;
import io.meshbus.bed.PlainClient;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.vertx.core.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One demo mesh for all classes of this bed that leave it as they found it; it ends with the test run. */
final class SharedMesh implements ParameterResolver {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Mesh.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedMesh.class))
                .getOrComputeIfAbsent("mesh", key -> Mesh.raise(), Mesh.class);
    }

    /** A mesh that stands, every node converged. */
    record Mesh(MeshBed bed, Path root) implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        static Mesh raise() {
            try {
                Path root = Files.createTempDirectory("genesis-bed");
                return standing(MeshBed.demo(root.resolve("mesh")), root);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static Mesh standing(MeshBed bed, Path root) {
            await().atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(300))
                    .ignoreExceptions()
                    .until(() -> bed.json("status").getJsonArray("nodes").stream()
                            .allMatch(node -> ((JsonObject) node).getBoolean("converged")));
            return new Mesh(bed, root);
        }

        MeshDirectory directory() {
            return new MeshDirectory(bed.directory());
        }

        PlainClient controller() throws Exception {
            return PlainClient.streams(directory());
        }

        PlainClient orders() throws Exception {
            return PlainClient.module(directory(), new ModuleId("orders"), new NodeId("n1"));
        }

        PlainClient pricing() throws Exception {
            return PlainClient.module(directory(), new ModuleId("pricing"), new NodeId("n2"));
        }

        PlainClient host(String node) throws Exception {
            return PlainClient.host(directory(), new NodeId(node));
        }

        @Override
        public void close() {
            bed.close();
            try (Stream<Path> files = Files.walk(root)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
