package io.meshbus.control.ask;

import io.meshbus.control.ControlAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Dead letters (spec 3.8): reads the question, lets their verticle answer. */
final class DeadCommands {
    private static final int SHOWN_MAX = 500;
    private static final int STEP_MAX = 100;
    private static final List<String> FILTERS = List.of("module", "event", "reason", "version");

    private final Vertx vertx;

    DeadCommands(Vertx vertx) {
        this.vertx = vertx;
    }

    Map<String, AskCommand> all() {
        return Map.of(
                "dead_list", this::list,
                "dead_show", this::show,
                "dead_redrive", this::redrive,
                "dead_drop", asked -> request(ControlAddress.DEAD_DROP, step(asked)));
    }

    private Future<JsonObject> list(Asked asked) {
        return request(
                ControlAddress.DEAD_LIST,
                filter(asked)
                        .put("after", asked.number("after", 0, 0, Long.MAX_VALUE))
                        .put("limit", asked.number("limit", 100, 0, SHOWN_MAX)));
    }

    private Future<JsonObject> show(Asked asked) {
        if (asked.input().getValue("id") == null) {
            throw asked.invalid("id", "is missing");
        }
        return request(ControlAddress.DEAD_SHOW, new JsonObject().put("id", asked.number("id", 0, 1, Long.MAX_VALUE)));
    }

    private Future<JsonObject> redrive(Asked asked) {
        JsonObject step = step(asked);
        String body = asked.textOrNull("body");
        if (body != null) {
            JsonArray ids = step.getJsonArray("ids", new JsonArray());
            if (ids.size() != 1) {
                throw asked.invalid("body", "is for one letter by its id");
            }
            try {
                Base64.getDecoder().decode(body);
            } catch (IllegalArgumentException e) {
                throw asked.invalid("body", "is not base64");
            }
            step.put("body", body);
        }
        return request(ControlAddress.DEAD_REDRIVE, step);
    }

    /** By ids, or everything that the filters leave: no filter at all has to be said, with {@code all}. */
    private static JsonObject step(Asked asked) {
        JsonObject step = filter(asked);
        if (asked.input().getValue("ids") instanceof JsonArray ids) {
            boolean numbers = ids.stream().allMatch(id -> id instanceof Number number && number.longValue() > 0);
            if (!numbers || ids.isEmpty() || ids.size() > STEP_MAX) {
                throw asked.invalid("ids", "are not 1 to " + STEP_MAX + " numbers");
            }
            step.put("ids", ids);
        } else if (step.isEmpty() && !asked.flag("all")) {
            throw asked.invalid("all", "is missing: name ids, a filter, or say all");
        }
        if (asked.input().getValue("upTo") != null) {
            step.put("upTo", asked.number("upTo", 0, 0, Long.MAX_VALUE));
        }
        return step.put("after", asked.number("after", 0, 0, Long.MAX_VALUE))
                .put("limit", asked.number("limit", STEP_MAX, 1, STEP_MAX))
                .put("by", asked.by());
    }

    private static JsonObject filter(Asked asked) {
        JsonObject filter = new JsonObject();
        for (String member : FILTERS) {
            String value = asked.textOrNull(member);
            if (value != null) {
                filter.put(member, value);
            }
        }
        return filter;
    }

    private Future<JsonObject> request(String address, JsonObject body) {
        return vertx.eventBus().<JsonObject>request(address, body).map(reply -> reply.body());
    }
}
