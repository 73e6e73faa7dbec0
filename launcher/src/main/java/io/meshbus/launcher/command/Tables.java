package io.meshbus.launcher.command;

import static io.meshbus.launcher.command.ClientCommand.text;

import io.meshbus.launcher.terminal.Table;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How the controller's lists look as tables. Pure. */
final class Tables {
    private static final int DIGEST_SHOWN = 8;

    /** A node of the definition that no machine has enrolled as. */
    private static final String NOT_ENROLLED = "expected";

    private Tables() {}

    static Table nodes(List<JsonObject> nodes) {
        Table table = new Table("NODE", "STATE", "DECLARATION", "QUIET", "REASON").optional("QUIET", "REASON");
        for (JsonObject node : nodes) {
            table.row(
                    text(node, "name"),
                    text(node, "state"),
                    declaration(node.getJsonObject("declaration")),
                    node.getBoolean("quiet", false) ? "quiet" : "",
                    text(node, "state").equals(NOT_ENROLLED)
                            ? "not enrolled: meshbus token issue --node " + text(node, "name")
                            : text(node, "reason"));
        }
        return table;
    }

    static Table modules(List<JsonObject> modules) {
        Table table = new Table("MODULE", "VERSION", "STATE", "NODES", "REASON").optional("REASON");
        modules.forEach(module -> table.row(
                text(module, "name"),
                text(module, "version"),
                text(module, "state"),
                text(module, "nodes"),
                text(module, "reason")));
        return table;
    }

    static Table streams(List<JsonObject> streams) {
        Table table = new Table("STREAM", "MESSAGES", "PENDING");
        streams.forEach(stream -> table.row(text(stream, "name"), text(stream, "messages"), text(stream, "pending")));
        return table;
    }

    static Table pushes(List<JsonObject> pushes) {
        Table table = new Table("PUSH", "AT", "BY", "FILES", "ARTEFACTS");
        pushes.forEach(push -> table.row(
                text(push, "number"),
                second(push, "at"),
                text(push, "by"),
                text(push, "files"),
                text(push, "artefacts")));
        return table;
    }

    static Table audit(List<JsonObject> entries) {
        Table table = new Table("ENTRY", "AT", "BY", "WHAT", "DETAIL", "REVISION");
        entries.forEach(entry -> table.row(
                text(entry, "number"),
                second(entry, "at"),
                text(entry, "by"),
                text(entry, "what"),
                text(entry, "detail"),
                text(entry, "revision")));
        return table;
    }

    static Table seats(List<JsonObject> seats) {
        Table table = new Table("SEAT", "HOLDERS", "ACCEPTS", "WAITING", "BEGUN", "SERVES");
        seats.forEach(seat -> table.row(
                text(seat, "name"),
                holders(seat),
                text(seat, "accepts"),
                text(seat, "waiting"),
                text(seat, "begun"),
                text(seat, "serves")));
        return table;
    }

    /** The foundation's own seats are held by no module. */
    private static String holders(JsonObject seat) {
        return switch (text(seat, "name")) {
            case "mesh-controller", "mesh-catalog" -> "the controller";
            default -> text(seat, "holders").isEmpty() ? "nobody" : text(seat, "holders");
        };
    }

    static Table tools(List<JsonObject> tools) {
        Table table = new Table("TOOL", "INPUT", "NODES", "DESCRIPTION");
        tools.forEach(tool -> table.row(
                text(tool, "name"), input(tool.getValue("input")), text(tool, "nodes"), text(tool, "description")));
        return table;
    }

    /** The members of an input, those that may be left out in brackets. */
    private static String input(@Nullable Object schema) {
        if (!(schema instanceof JsonObject object) || !(object.getValue("properties") instanceof JsonObject members)) {
            return "";
        }
        JsonArray required = object.getValue("required") instanceof JsonArray list ? list : new JsonArray();
        return members.fieldNames().stream()
                .map(name -> required.contains(name) ? name : "[" + name + "]")
                .collect(Collectors.joining(" "));
    }

    static Table tokens(List<JsonObject> tokens) {
        Table table = new Table("TOKEN", "NODE", "STATE", "ISSUED", "EXPIRES");
        tokens.forEach(token -> table.row(
                text(token, "id"),
                text(token, "node"),
                text(token, "state"),
                second(token, "issued"),
                second(token, "expires")));
        return table;
    }

    static Table persons(List<JsonObject> persons) {
        Table table = new Table("PERSON", "ADMIN", "TOOLS", "RIGHTS", "ISSUED", "EXPIRES").optional("EXPIRES");
        persons.forEach(person -> table.row(
                text(person, "name"),
                yes(person, "admin"),
                text(person, "tools"),
                text(person, "rights"),
                second(person, "issued"),
                second(person, "expires")));
        return table;
    }

    /** A time without what nobody reads of it. */
    static String second(JsonObject object, String member) {
        return text(object, member).replaceFirst("\\.[0-9]+Z$", "Z");
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
