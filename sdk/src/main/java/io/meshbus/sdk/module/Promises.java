package io.meshbus.sdk.module;

import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.ToolRef;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a manifest promises and the code never registered by the end of its start: said once (spec 4.1). */
final class Promises {
    private static final Logger LOG = LoggerFactory.getLogger(Promises.class);

    private Promises() {}

    static void warnOfBroken(Manifest manifest, ToolDesk tools, EventInbox inbox, Map<SeatId, SeatDesk> desks) {
        List<String> serves = manifest.serves().keySet().stream()
                .filter(tool -> !tools.serves(new ToolRef.OfModule(manifest.module(), tool)))
                .map(Object::toString)
                .toList();
        List<String> consumes = inbox.unhandled().map(EventRef::toString).toList();
        List<String> holds = desks.entrySet().stream()
                .filter(desk -> desk.getValue().idle())
                .map(desk -> desk.getKey().toString())
                .toList();
        if (!serves.isEmpty() || !consumes.isEmpty() || !holds.isEmpty()) {
            LOG.warn(
                    "promise-unfulfilled module={} serves={} consumes={} holds={}",
                    manifest.module(),
                    serves,
                    consumes,
                    holds);
        }
    }
}
