package io.meshbus.sdk.artefact;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;

/**
 * Artefacts in the stream ARTEFACTS (spec 2.3). File work runs on worker threads, futures complete on the caller's
 * context; at most {@value Windows#IN_FLIGHT_MAX} chunks are in flight. Uploading needs the right to publish {@code
 * mesh.artefact.*.*}, downloading the direct get of ARTEFACTS. Both may be repeated after a failure at any point.
 */
public final class ArtefactStore {
    private final Vertx vertx;
    private final Bus bus;

    public ArtefactStore(Vertx vertx, Bus bus) {
        this.vertx = vertx;
        this.bus = bus;
    }

    /**
     * Stores a file: its chunks, then its meta. What stands already is left as it is (the first write stands), so a
     * second upload is harmless; whoever downloads checks the digest.
     */
    public Future<ArtefactRef> upload(Path file, String media) {
        return vertx.executeBlocking(() -> ArtefactFile.describe(file))
                .compose(ref -> uploadChunks(file, ref)
                        .compose(nothing -> put(
                                Subjects.artefactMeta(ref.sha256()),
                                WireCodec.encode(ArtefactMeta.of(ref.size(), media))))
                        .map(ref));
    }

    private Future<Void> uploadChunks(Path file, ArtefactRef ref) {
        ArtefactMeta.of(ref.size(), ArtefactMeta.JAR);
        return Windows.<Void>run(
                Chunks.count(ref.size()),
                index -> vertx.executeBlocking(() -> ArtefactFile.chunk(file, ref.size(), index))
                        .compose(bytes -> put(Subjects.artefactChunk(ref.sha256(), index), bytes)),
                window -> Future.succeededFuture());
    }

    private Future<Void> put(String subject, Buffer body) {
        return bus.store(Message.of(subject, body), PublishOptions.PLAIN)
                .<Void>mapEmpty()
                .recover(fault -> standsAlready(fault) ? Future.succeededFuture() : Future.failedFuture(fault));
    }

    /** The stream keeps one message per subject and discards new ones: its refusal says that one is there. */
    private static boolean standsAlready(Throwable fault) {
        return fault instanceof ProblemException problem
                && problem.code() == ProblemCode.STORE_REFUSED
                && problem.problem().line().contains("maximum messages per subject exceeded");
    }

    /** What is stored under a digest; empty when its upload was never finished. */
    public Future<Optional<ArtefactMeta>> meta(String sha256) {
        return bus.last(Streams.ARTEFACTS, Subjects.artefactMeta(sha256))
                .map(found ->
                        found.map(stored -> WireCodec.decode(stored.message().body(), ArtefactMeta.class)));
    }

    /**
     * Fetches an artefact into {@code target}, which appears whole and verified or not at all. Fails with {@code
     * ARTEFACT_MISSING} or {@code ARTEFACT_DAMAGED}.
     */
    public Future<Path> download(ArtefactRef ref, Path target) {
        return meta(ref.sha256())
                .compose(found -> found.map(Future::succeededFuture).orElseGet(() -> Future.failedFuture(missing(ref))))
                .compose(meta -> meta.size() == ref.size()
                        ? vertx.executeBlocking(() -> temporary(target))
                        : Future.failedFuture(damaged(ref, "its size is " + meta.size())))
                .compose(part -> fetch(ref, part)
                        .compose(nothing -> vertx.executeBlocking(() -> finish(ref, part, target)))
                        .eventually(() -> vertx.executeBlocking(() -> Files.deleteIfExists(part))));
    }

    private static Path temporary(Path target) throws java.io.IOException {
        Path directory = Objects.requireNonNull(target.toAbsolutePath().getParent(), "a file has a directory");
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return Files.createTempFile(directory, ".artefact", ".part");
    }

    private Future<Void> fetch(ArtefactRef ref, Path part) {
        return Windows.run(
                Chunks.count(ref.size()),
                index -> bus.last(Streams.ARTEFACTS, Subjects.artefactChunk(ref.sha256(), index))
                        .compose(found -> chunk(ref, index, found)),
                window -> vertx.executeBlocking(() -> {
                    ArtefactFile.append(part, window);
                    return null;
                }));
    }

    private static Future<Buffer> chunk(ArtefactRef ref, int index, Optional<StoredMessage> found) {
        if (found.isEmpty()) {
            return Future.failedFuture(missing(ref));
        }
        Buffer body = found.get().message().body();
        return body.length() == Chunks.length(ref.size(), index)
                ? Future.succeededFuture(body)
                : Future.failedFuture(damaged(ref, "chunk " + index + " has " + body.length() + " bytes"));
    }

    private static Path finish(ArtefactRef ref, Path part, Path target) throws java.io.IOException {
        if (!ArtefactFile.describe(part).equals(ref)) {
            throw damaged(ref, "its bytes have another digest");
        }
        ArtefactFile.sync(part);
        return Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static ProblemException missing(ArtefactRef ref) {
        return Problem.of(
                        ProblemCode.ARTEFACT_MISSING,
                        "artefact " + ref.sha256() + " is not in the mesh",
                        "it was never uploaded, or only in part",
                        "push again from the directory that has the file")
                .asException();
    }

    private static ProblemException damaged(ArtefactRef ref, String why) {
        return Problem.of(
                        ProblemCode.ARTEFACT_DAMAGED,
                        "artefact " + ref.sha256() + " is not what its name says",
                        why,
                        "have the artefact built anew and pushed; a damaged one is never run")
                .asException();
    }
}
