package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.schema.SchemaCheck;
import io.meshbus.sdk.wire.JsonText;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** {@link Mesh#submit}: work into a role's queue. */
final class WorkSubmitter {
    private final Bus bus;
    private final Declared declared;
    private final Chance chance;
    /** As many as the manifest submits to. */
    private final Map<SeatVerb, SchemaCheck> checks = new ConcurrentHashMap<>();

    WorkSubmitter(Bus bus, Declared declared, Chance chance) {
        this.bus = bus;
        this.declared = declared;
        this.chance = chance;
    }

    Future<String> submit(String work, Object input) {
        SeatVerb ref = declared.submitted(work);
        Buffer json = Json.write(input);
        Optional<SchemaCheck.Misfit> misfit = checks.computeIfAbsent(
                        ref, known -> SchemaCheck.of(declared.workSchema(known)))
                .check(json);
        if (misfit.isPresent()) {
            return Future.failedFuture(misfit.get().problem("work " + ref).asException());
        }
        String id = chance.ids().get();
        Buffer body = WireCodec.encode(new io.meshbus.sdk.wire.Work(
                WireCodec.VERSION, id, bus.principal().value(), WireCodec.decode(json, JsonText.class)));
        Headers headers = Headers.of(WireHeaders.TRACEPARENT, chance.traces().after(null));
        return bus.store(Message.of(ref.subject(), headers, Json.limited("work " + ref, body)), PublishOptions.id(id))
                .map(id);
    }
}
