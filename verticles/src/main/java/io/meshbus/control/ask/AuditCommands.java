package io.meshbus.control.ask;

import io.meshbus.control.store.Store;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/** Who did what, and whether that record is whole (spec 3.12). */
final class AuditCommands {
    private static final int SHOWN = 50;
    private static final int SHOWN_MAX = 500;

    private final Store store;

    AuditCommands(Store store) {
        this.store = store;
    }

    Map<String, AskCommand> all() {
        return Map.of("audit_list", this::list, "audit_verify", this::verify);
    }

    private Future<JsonObject> list(Asked asked) {
        long before = asked.number("before", Long.MAX_VALUE, 1, Long.MAX_VALUE);
        int limit = (int) asked.number("limit", SHOWN, 1, SHOWN_MAX);
        return store.auditTail(before, limit).map(entries -> {
            JsonArray list = new JsonArray();
            entries.forEach(entry -> list.add(new JsonObject()
                    .put("number", entry.number())
                    .put("at", entry.at().toString())
                    .put("by", entry.by())
                    .put("what", entry.what())
                    .put("detail", entry.detail())
                    .put("revision", entry.revision())
                    .put("hash", entry.hash())));
            return new JsonObject().put("entries", list);
        });
    }

    private Future<JsonObject> verify(Asked asked) {
        return store.auditVerify()
                .map(check -> new JsonObject()
                        .put("whole", check.brokenAt() == 0)
                        .put("entries", check.entries())
                        .put("brokenAt", check.brokenAt() == 0 ? null : check.brokenAt()));
    }
}
