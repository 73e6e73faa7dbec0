package io.meshbus.launcher.command;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** What a push changes, one line each: {@code +} comes, {@code -} goes, {@code ~} changes. Pure. */
final class Differences {
    private static final List<String> KINDS = List.of("nodes", "modules", "principals");
    private static final List<String> DIRECTIONS = List.of("publish", "subscribe");

    private Differences() {}

    /** Empty when nothing changes. */
    static List<String> lines(JsonObject difference) {
        List<String> lines = new ArrayList<>();
        for (String kind : KINDS) {
            JsonObject of = difference.getJsonObject(kind, new JsonObject());
            String word = kind.substring(0, kind.length() - 1);
            names(of, "added").forEach(name -> lines.add("  + " + word + " " + name));
            names(of, "removed").forEach(name -> lines.add("  - " + word + " " + name));
            of.getJsonArray("changed", new JsonArray()).forEach(change -> changed(lines, word, change));
        }
        difference.getJsonArray("durables", new JsonArray()).stream()
                .map(JsonObject.class::cast)
                .forEach(durable -> lines.add(durable(durable)));
        return lines;
    }

    private static String durable(JsonObject durable) {
        Long backlog = durable.getLong("backlog");
        String waiting = backlog == null ? "an unknown number of" : String.valueOf(backlog);
        return "  - durable of " + durable.getString("name") + ", after a grace, with " + waiting
                + (Long.valueOf(1).equals(backlog) ? " event" : " events") + " it has not handled";
    }

    private static List<String> names(JsonObject object, String member) {
        return object.getJsonArray(member, new JsonArray()).stream()
                .map(String::valueOf)
                .toList();
    }

    private static void changed(List<String> lines, String word, Object change) {
        if (!(change instanceof JsonObject object)) {
            lines.add("  ~ " + word + " " + change);
            return;
        }
        String versions = "";
        if (object.containsKey("from")) {
            String from = object.getString("from");
            String to = object.getString("to");
            versions = from.equals(to) ? " " + to + ", same version, other content" : " " + from + " -> " + to;
        }
        lines.add("  ~ " + word + " " + object.getString("name") + versions);
        for (String direction : DIRECTIONS) {
            JsonObject subjects = object.getJsonObject(direction, new JsonObject());
            names(subjects, "added").forEach(subject -> lines.add("      + " + direction + " " + subject));
            names(subjects, "removed").forEach(subject -> lines.add("      - " + direction + " " + subject));
        }
    }
}
