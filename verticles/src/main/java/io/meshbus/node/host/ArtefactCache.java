package io.meshbus.node.host;

import io.meshbus.sdk.artefact.ArtefactFile;
import io.meshbus.sdk.artefact.ArtefactStore;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Artefacts on disk by digest; what is missing or damaged is fetched, what is handed out is verified. */
final class ArtefactCache {
    private final Vertx vertx;
    private final HostState state;
    private final Supplier<@Nullable Bus> bus;

    ArtefactCache(Vertx vertx, HostState state, Supplier<@Nullable Bus> bus) {
        this.vertx = vertx;
        this.state = state;
        this.bus = bus;
    }

    Future<Path> get(ArtefactRef ref) {
        Path file = state.artefact(ref.sha256());
        return vertx.executeBlocking(
                        () -> Files.exists(file) && ArtefactFile.describe(file).equals(ref))
                .compose(there -> there ? Future.succeededFuture(file) : fetch(ref, file));
    }

    private Future<Path> fetch(ArtefactRef ref, Path file) {
        Bus now = bus.get();
        return now == null
                ? Future.failedFuture(Problem.of(
                                ProblemCode.BUS_AWAY,
                                "artefact " + ref.sha256() + " cannot be fetched",
                                "the bus is away",
                                "the host tries again")
                        .asException())
                : new ArtefactStore(vertx, now).download(ref, file);
    }
}
