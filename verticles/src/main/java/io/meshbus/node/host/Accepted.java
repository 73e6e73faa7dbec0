package io.meshbus.node.host;

import io.meshbus.node.host.rules.Position;
import io.meshbus.node.host.rules.Presented;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The newest declaration taken, kept as it was presented and verified again when it is read: a host that starts while
 * the bus is away, or finds a damaged declaration, goes on with it.
 *
 * @param body base64 of the exact bytes
 */
record Accepted(int v, long epoch, long sequence, String digest, String signature, String body) {
    static Accepted of(Presented presented, Position position, String digest) {
        String signature = presented.signature();
        return new Accepted(
                1,
                position.epoch(),
                position.sequence(),
                digest,
                signature == null ? "" : signature,
                new String(Base64.getEncoder().encode(presented.body()), StandardCharsets.US_ASCII));
    }

    Declaration declaration() {
        return WireCodec.decode(Buffer.buffer(Base64.getDecoder().decode(body)), Declaration.class);
    }

    Presented presented(NodeId node) {
        return new Presented(Subjects.declare(node), Base64.getDecoder().decode(body), signature, sequence);
    }

    Position position() {
        return new Position(epoch, sequence);
    }
}
