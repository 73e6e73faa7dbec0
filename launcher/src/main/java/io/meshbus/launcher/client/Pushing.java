package io.meshbus.launcher.client;

import io.meshbus.sdk.artefact.ArtefactMeta;
import io.meshbus.sdk.artefact.ArtefactStore;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.client.PersonClient;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionFiles;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.wire.PushAnswer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A push as a person makes it: artefacts first, by digest, then the definition (spec 3.3). */
public final class Pushing {
    /** From "taken" to the decision. */
    private static final Duration DECISION_LIMIT = Duration.ofSeconds(60);

    private static final Duration LIMIT = Duration.ofMinutes(10);

    private Pushing() {}

    /** For a command's thread. */
    public static PushAnswer push(Session session, Path folder, DefinitionSource source, boolean acceptBreaking) {
        return session.run(LIMIT, client -> of(session.vertx(), session.bus(), client, folder, source, acceptBreaking));
    }

    /** What is in the mesh already: its artefacts are kept by digest. For a command's thread. */
    public static PushAnswer again(Session session, DefinitionSource source, boolean acceptBreaking) {
        return session.run(LIMIT, client -> client.push(source, acceptBreaking, DECISION_LIMIT));
    }

    public static Future<PushAnswer> of(
            Vertx vertx, Bus bus, PersonClient client, Path folder, DefinitionSource source, boolean acceptBreaking) {
        return upload(new ArtefactStore(vertx, bus), folder, source)
                .compose(uploaded -> client.push(source, acceptBreaking, DECISION_LIMIT));
    }

    /** One after the other: each keeps several chunks in flight itself. */
    private static Future<Void> upload(ArtefactStore store, Path folder, DefinitionSource source) {
        Future<Void> all = Future.succeededFuture();
        for (Map.Entry<String, ArtefactRef> artefact : source.artefacts().entrySet()) {
            all = all.compose(before -> upload(store, folder, artefact.getKey(), artefact.getValue()));
        }
        return all;
    }

    private static Future<Void> upload(ArtefactStore store, Path folder, String path, ArtefactRef expected) {
        return store.upload(DefinitionFiles.artefact(folder, path), ArtefactMeta.JAR)
                .compose(stored -> stored.equals(expected)
                        ? Future.succeededFuture()
                        : Future.failedFuture(changed(folder.resolve(path))));
    }

    private static Throwable changed(Path file) {
        return Problem.of(
                        ProblemCode.ARTEFACT_DAMAGED,
                        "the artefact changed while it was being pushed",
                        "",
                        "push again when its build is done")
                .at(file.toString())
                .asException();
    }
}
