package io.meshbus.control.deadletter;

import io.meshbus.control.deadletter.rules.Letter;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Letters and their groups as the ask api shows them. Pure. */
final class LetterJson {
    private LetterJson() {}

    static JsonObject summary(Letter letter) {
        return new JsonObject()
                .put("id", letter.id())
                .put("at", letter.at().toString())
                .put("module", letter.dead().module())
                .put("event", letter.event())
                .put("reason", letter.dead().code())
                .put("version", letter.version())
                .put("why", letter.dead().reason())
                .put("attempts", letter.dead().attempts())
                .put("subject", letter.dead().subject())
                .put("stream", letter.dead().stream())
                .put("consumer", letter.dead().consumer())
                .put("sequence", letter.dead().sequence());
    }

    static JsonObject whole(Letter letter) {
        JsonObject headers = new JsonObject();
        letter.dead().headers().forEach((name, values) -> headers.put(name, new JsonArray(values)));
        return summary(letter).put("headers", headers).put("body", letter.dead().body());
    }

    private record Tally(long count, long first, long last, Instant oldest, Instant newest) {
        static Tally of(Letter letter) {
            return new Tally(1, letter.id(), letter.id(), letter.at(), letter.at());
        }

        Tally and(Tally later) {
            return new Tally(count + later.count, first, later.last, oldest, later.newest);
        }
    }

    /** @param letters in their order */
    static JsonArray groups(List<Letter> letters) {
        Map<Letter.Group, Tally> tallies = new LinkedHashMap<>();
        letters.forEach(letter -> tallies.merge(letter.group(), Tally.of(letter), Tally::and));
        JsonArray groups = new JsonArray();
        tallies.forEach((group, tally) -> groups.add(new JsonObject()
                .put("module", group.module())
                .put("event", group.event())
                .put("reason", group.reason())
                .put("version", group.version())
                .put("count", tally.count())
                .put("first", tally.first())
                .put("last", tally.last())
                .put("oldest", tally.oldest().toString())
                .put("newest", tally.newest().toString())));
        return groups;
    }
}
