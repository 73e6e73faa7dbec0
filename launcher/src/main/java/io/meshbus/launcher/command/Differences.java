package io.meshbus.launcher.command;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** What a push changes, as indented lines: member by member, lists one entry a line. Pure. */
final class Differences {
    private static final String INDENT = "  ";

    private Differences() {}

    static List<String> lines(JsonObject difference) {
        List<String> lines = new ArrayList<>();
        add(lines, INDENT, difference);
        return lines;
    }

    private static void add(List<String> lines, String indent, JsonObject object) {
        object.forEach(entry -> {
            Object value = entry.getValue();
            if (value instanceof JsonObject nested) {
                if (!nested.isEmpty()) {
                    lines.add(indent + entry.getKey());
                    add(lines, indent + INDENT, nested);
                }
            } else if (value instanceof JsonArray list) {
                if (!list.isEmpty()) {
                    lines.add(indent + entry.getKey());
                    list.forEach(each -> lines.add(indent + INDENT + each));
                }
            } else {
                lines.add(indent + entry.getKey() + ": " + value);
            }
        });
    }
}
