package io.meshbus.control.observation;

import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Foundation;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Envelope;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;

/** Says things as the seat {@code mesh-controller}. */
final class Announcer {
    private final Bus mesh;
    private final SigningKey meshKey;
    private final Clock clock;
    private final String source;

    Announcer(Bus mesh, MeshIdentity identity, SigningKey meshKey, Clock clock) {
        this.mesh = mesh;
        this.meshKey = meshKey;
        this.clock = clock;
        this.source = "mesh://" + identity.name() + "/" + Subjects.WHOLE_MESH + "/" + PrincipalId.CONTROLLER;
    }

    /**
     * Completes once it is stored.
     *
     * @param subject what it is about
     * @param sameness whoever tells of the same thing says this: the event is stored once. Nobody without the mesh key can
     *     foresee its id, and so nobody can suppress it
     */
    Future<Void> tell(EventName event, String subject, Object data, String sameness) {
        String id =
                Digest.sha256(meshKey.sign((event + " " + subject + " " + sameness).getBytes(StandardCharsets.UTF_8)));
        Envelope envelope = new Envelope(
                id,
                source,
                new EventRef.OfSeat(Foundation.CONTROLLER, event).toString(),
                subject,
                clock.instant(),
                Envelope.JSON,
                null,
                null,
                Map.of(),
                WireCodec.encode(data));
        return mesh.store(
                        Message.of(Subjects.seatEvent(Foundation.CONTROLLER, event), envelope.encode()),
                        PublishOptions.id(id))
                .mapEmpty();
    }
}
