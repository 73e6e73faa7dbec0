package io.meshbus.launcher.command;

import static io.meshbus.launcher.command.ClientCommand.text;

import io.meshbus.launcher.terminal.Table;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** How the controller's lists look as tables. Pure. */
final class Tables {
    private static final int DIGEST_SHOWN = 8;

    private Tables() {}

    static Table nodes(List<JsonObject> nodes) {
        Table table = new Table("NODE", "STATE", "DECLARATION", "QUIET", "REASON");
        for (JsonObject node : nodes) {
            table.row(
                    text(node, "name"),
                    text(node, "state"),
                    declaration(node.getJsonObject("declaration")),
                    node.getBoolean("quiet", false) ? "quiet" : "",
                    text(node, "reason"));
        }
        return table;
    }

    static Table modules(List<JsonObject> modules) {
        Table table = new Table("MODULE", "VERSION", "NODES");
        modules.forEach(module -> table.row(text(module, "name"), text(module, "version"), text(module, "nodes")));
        return table;
    }

    static Table streams(List<JsonObject> streams) {
        Table table = new Table("STREAM", "MESSAGES", "PENDING");
        streams.forEach(stream -> table.row(text(stream, "name"), text(stream, "messages"), text(stream, "pending")));
        return table;
    }

    static Table seats(List<JsonObject> seats) {
        Table table = new Table("SEAT", "HOLDERS", "ACCEPTS", "SERVES");
        seats.forEach(seat ->
                table.row(text(seat, "name"), text(seat, "holders"), text(seat, "accepts"), text(seat, "serves")));
        return table;
    }

    static Table tools(List<JsonObject> tools) {
        Table table = new Table("TOOL", "NODES", "DESCRIPTION");
        tools.forEach(tool -> table.row(text(tool, "name"), text(tool, "nodes"), text(tool, "description")));
        return table;
    }

    static Table tokens(List<JsonObject> tokens) {
        Table table = new Table("TOKEN", "NODE", "STATE", "ISSUED", "EXPIRES");
        tokens.forEach(token -> table.row(
                text(token, "id"),
                text(token, "node"),
                text(token, "state"),
                text(token, "issued"),
                text(token, "expires")));
        return table;
    }

    static Table persons(List<JsonObject> persons) {
        Table table = new Table("PERSON", "ADMIN", "TOOLS", "RIGHTS", "ISSUED", "EXPIRES");
        persons.forEach(person -> table.row(
                text(person, "name"),
                yes(person, "admin"),
                text(person, "tools"),
                text(person, "rights"),
                text(person, "issued"),
                text(person, "expires")));
        return table;
    }

    static String yes(JsonObject object, String member) {
        return object.getBoolean(member, false) ? "yes" : "no";
    }

    private static String declaration(JsonObject declaration) {
        if (declaration == null || text(declaration, "digest").isEmpty()) {
            return "none";
        }
        String digest = text(declaration, "digest");
        return text(declaration, "epoch") + "/" + text(declaration, "sequence") + " "
                + digest.substring(0, Math.min(DIGEST_SHOWN, digest.length()));
    }
}
