package io.meshbus.control.enrolment;

import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.EnrolmentAnswer;
import io.meshbus.sdk.wire.EnrolmentRequest;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.function.Supplier;

/** Answers signed with the mesh key, on the reply subject of the payload, which was checked before. */
final class EnrolmentAnswers {
    /** The same for every reason: the outside learns nothing. */
    static final String REFUSAL = "this enrolment is refused; ask the mesh's operator for a new token";

    private final Bus mesh;
    private final Supplier<MeshIdentity> identity;
    private final SigningKey meshKey;

    EnrolmentAnswers(Bus mesh, Supplier<MeshIdentity> identity, SigningKey meshKey) {
        this.mesh = mesh;
        this.identity = identity;
        this.meshKey = meshKey;
    }

    /** @param sealed the host's password, sealed to its key */
    Future<Void> admit(EnrolmentRequest request, long epoch, String sealed) {
        return send(
                request,
                new EnrolmentAnswer(
                        WireCodec.VERSION,
                        request.node(),
                        true,
                        identity.get().id(),
                        identity.get().name(),
                        meshKey.publicKey().value(),
                        List.of(identity.get().url()),
                        identity.get().pins(),
                        epoch,
                        sealed,
                        null));
    }

    Future<Void> refuse(EnrolmentRequest request) {
        return send(
                request,
                new EnrolmentAnswer(
                        WireCodec.VERSION,
                        request.node(),
                        false,
                        identity.get().id(),
                        identity.get().name(),
                        meshKey.publicKey().value(),
                        List.of(),
                        List.of(),
                        0,
                        null,
                        REFUSAL));
    }

    private Future<Void> send(EnrolmentRequest request, EnrolmentAnswer answer) {
        Buffer body = WireCodec.encode(answer);
        Headers signed = Headers.of(WireHeaders.SIGNATURE, meshKey.sign(body.getBytes()));
        return mesh.publish(Message.of(request.reply(), signed, body)).compose(sent -> mesh.flush());
    }
}
