package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.Table;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code dead list}: groups, or the letters one by one. */
@Command(
        name = "list",
        description = "What failed, grouped by module, event, reason and version.",
        footer = {"", "With -o json: the groups and the newest letters."})
final class DeadListCommand extends ClientCommand {
    @Mixin
    DeadFilter filter = new DeadFilter();

    @Option(names = "--each", description = "The letters one by one, the newest last.")
    boolean each;

    @Option(names = "--limit", paramLabel = "N", description = "Show at most the newest N letters. Default: 100.")
    int limit = 100;

    DeadListCommand(Cli cli) {
        super(cli);
    }

    @Override
    int run(Session session) {
        Map<List<String>, JsonObject> groups = new LinkedHashMap<>();
        List<JsonObject> letters = new ArrayList<>();
        JsonObject page;
        long after = 0;
        do { // the controller looks at so many of them at a time
            page = ask(
                    session, "dead_list", filter.members().put("limit", limit).put("after", after));
            objects(page, "groups").forEach(group -> groups.merge(key(group), group, DeadListCommand::together));
            letters.addAll(objects(page, "letters"));
            after = page.getLong("last");
        } while (!page.getBoolean("end", true));
        List<JsonObject> shown = letters.subList(Math.max(0, letters.size() - limit), letters.size());
        if (cli.output().json()) {
            cli.output()
                    .document(new JsonObject()
                            .put("groups", new JsonArray(List.copyOf(groups.values())))
                            .put("letters", new JsonArray(List.copyOf(shown)))
                            .put("total", page.getLong("total")));
        } else if (groups.isEmpty()) {
            cli.output().note("no dead letters" + (filter.members().isEmpty() ? "" : " like that"));
        } else {
            cli.output().table(each ? letters(shown) : groups(List.copyOf(groups.values())));
        }
        return ExitCode.DONE;
    }

    private static List<String> key(JsonObject group) {
        return Stream.of("module", "event", "reason", "version")
                .map(member -> text(group, member))
                .toList();
    }

    private static JsonObject together(JsonObject earlier, JsonObject later) {
        return later.copy()
                .put("count", earlier.getLong("count") + later.getLong("count"))
                .put("first", earlier.getLong("first"))
                .put("oldest", earlier.getString("oldest"));
    }

    private static Table groups(List<JsonObject> groups) {
        Table table = new Table("MODULE", "EVENT", "REASON", "VERSION", "LETTERS", "IDS", "NEWEST").optional("VERSION");
        groups.forEach(group -> table.row(
                text(group, "module"),
                text(group, "event"),
                text(group, "reason"),
                text(group, "version"),
                text(group, "count"),
                text(group, "first").equals(text(group, "last"))
                        ? text(group, "first")
                        : text(group, "first") + "…" + text(group, "last"),
                Tables.second(group, "newest")));
        return table;
    }

    private static Table letters(List<JsonObject> letters) {
        Table table = new Table("ID", "AT", "MODULE", "EVENT", "REASON", "ATTEMPTS", "WHY");
        letters.forEach(letter -> table.row(
                text(letter, "id"),
                Tables.second(letter, "at"),
                text(letter, "module"),
                text(letter, "event"),
                text(letter, "reason"),
                text(letter, "attempts"),
                text(letter, "why")));
        return table;
    }
}
