package io.meshbus.control.declaration;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Stored;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The last message of each node's subject in NODES: reads it, checks it, replaces it. */
final class Published {
    private final Bus mesh;
    private final Bus streams;
    private final SigningKey meshKey;
    private final Supplier<Future<Void>> leads;

    /** @param leads fails when another may publish by now */
    Published(Bus mesh, Bus streams, SigningKey meshKey, Supplier<Future<Void>> leads) {
        this.leads = leads;
        this.mesh = mesh;
        this.streams = streams;
        this.meshKey = meshKey;
    }

    /** A declaration ready to be sent. */
    record Ready(NodeId node, Buffer body, String digest) {
        static Ready of(Declaration declaration) {
            Buffer body = WireCodec.encode(declaration);
            return new Ready(declaration.node(), body, Digest.sha256(body.getBytes()));
        }
    }

    Future<Optional<StoredMessage>> last(NodeId node) {
        return streams.last(Streams.NODES, Subjects.declare(node));
    }

    /** Whether that message is this very declaration, signed by the mesh key. */
    boolean is(StoredMessage found, String digest) {
        byte[] body = found.message().body().getBytes();
        String signature = found.message().headers().first(WireHeaders.SIGNATURE);
        return Digest.sha256(body).equals(digest)
                && signature != null
                && meshKey.publicKey().verifies(body, signature);
    }

    /**
     * Puts it last on its subject; the sequence it has there. When somebody else wrote since {@code expected}, what stands
     * is looked at: the same (a crash between publishing and recording) is kept, anything else is replaced.
     */
    Future<Long> put(Ready ready, @Nullable Long expected) {
        return expected == null
                ? replace(ready)
                : store(ready, expected).recover(fault -> isRace(fault) ? replace(ready) : Future.failedFuture(fault));
    }

    private static boolean isRace(Throwable fault) {
        return fault instanceof ProblemException problem && problem.code() == ProblemCode.STORE_REFUSED;
    }

    /** Who leads is asked after looking: what a later leader publishes comes behind it, and the sequence refuses ours. */
    private Future<Long> replace(Ready ready) {
        return last(ready.node()).compose(found -> {
            if (found.isPresent() && is(found.get(), ready.digest())) {
                return Future.succeededFuture(found.get().sequence());
            }
            return leads.get()
                    .compose(still ->
                            store(ready, found.map(StoredMessage::sequence).orElse(0L)));
        });
    }

    private Future<Long> store(Ready ready, long expected) {
        Headers signed =
                Headers.of(WireHeaders.SIGNATURE, meshKey.sign(ready.body().getBytes()));
        return streams.store(
                        Message.of(Subjects.declare(ready.node()), signed, ready.body()),
                        PublishOptions.expecting(expected))
                .map(Stored::sequence);
    }

    /** Tells the node to look; lost is harmless, the node looks by itself every few minutes. */
    Future<Void> nudge(NodeId node) {
        return mesh.publish(Message.of(Subjects.declare(node), Buffer.buffer()));
    }
}
