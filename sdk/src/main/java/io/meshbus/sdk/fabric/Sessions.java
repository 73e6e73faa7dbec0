package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/** Messages between servers for live client connections (spec 6.4): core NATS, at most once. Sessions are no principals. */
public final class Sessions {
    private final Bus bus;
    private final Meters meters;
    private final Gate gate;

    Sessions(Bus bus, Meters meters, Gate gate) {
        this.bus = bus;
        this.meters = meters;
        this.gate = gate;
    }

    public Future<Void> sendToClient(String session, Buffer message) {
        return gate.through(() -> bus.publish(Message.of(FabricSubjects.client(session), message)));
    }

    /** For the server that holds the session's connection; completes once the subscription is accepted. */
    public Future<Frames<Buffer>> clientMessages(String session) {
        return gate.through(() -> {
            Frames<Buffer> frames = new Frames<>(message -> Optional.of(message.body()), meters);
            return bus.subscribe(FabricSubjects.client(session), frames::receive)
                    .map(frames::over);
        });
    }
}
