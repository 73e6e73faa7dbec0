package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.Printable;
import io.meshbus.launcher.terminal.Style;
import io.meshbus.launcher.terminal.Table;
import io.meshbus.sdk.id.PrincipalId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code accounts show}. */
@Command(name = "show", description = "The composed list: every principal, or one with each line and its reason.")
final class AccountsShowCommand extends ClientCommand {
    /** The last one takes the pages as they come: the list changes faster than it can be read. */
    private static final int ROUNDS_MAX = 5;

    @Parameters(index = "0", arity = "0..1", paramLabel = "P", description = "A principal: orders.n1, host.n1, …")
    @Nullable
    String principal;

    AccountsShowCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        if (principal != null) {
            principal = new PrincipalId(principal).value();
        }
    }

    @Override
    int run(Session session) {
        JsonObject input = new JsonObject();
        if (principal != null) {
            input.put("principal", principal);
        }
        JsonObject answer = all(page -> ask(session, "accounts_show", page), input);
        if (cli.output().json()) {
            cli.output().document(answer);
        } else if (principal == null) {
            cli.output().table(summary(answer));
        } else {
            objects(answer, "principals").forEach(this::print);
        }
        return ExitCode.DONE;
    }

    /** Page by page. A list that changed between two pages is read from its beginning, as long as it comes to rest. */
    static JsonObject all(UnaryOperator<JsonObject> ask, JsonObject input) {
        for (int round = 1; ; round++) {
            JsonObject answer = ask.apply(input);
            JsonArray principals = answer.getJsonArray("principals");
            JsonObject page = answer;
            boolean same = true;
            while (same && page.getString("next") != null) {
                page = ask.apply(input.copy().put("after", page.getString("next")));
                same = Objects.equals(page.getLong("revision"), answer.getLong("revision")) || round == ROUNDS_MAX;
                principals.addAll(page.getJsonArray("principals"));
            }
            if (same) {
                answer.remove("next");
                return answer;
            }
        }
    }

    private static Table summary(JsonObject answer) {
        Table table = new Table("PRINCIPAL", "ACCOUNT", "PUBLISH", "SUBSCRIBE");
        objects(answer, "principals")
                .forEach(principal -> table.row(
                        text(principal, "principal"),
                        text(principal, "account"),
                        Integer.toString(objects(principal, "publish").size()),
                        Integer.toString(objects(principal, "subscribe").size())));
        return table;
    }

    /** By reason: one line of a manifest often gives several subjects. */
    private void print(JsonObject one) {
        cli.output()
                .line(Style.strong(cli.output().ansi(), text(one, "principal")) + " in account "
                        + text(one, "account"));
        for (String direction : List.of("publish", "subscribe")) {
            cli.output().line("may " + direction);
            Map<String, List<String>> subjects = new LinkedHashMap<>();
            objects(one, direction)
                    .forEach(grant -> subjects.computeIfAbsent(
                                    text(grant, "reason")
                                            + Style.quiet(cli.output().ansi(), " (" + text(grant, "where") + ")"),
                                    reason -> new ArrayList<>())
                            .add(text(grant, "subject")));
            subjects.forEach((reason, granted) -> {
                cli.output().line("  " + reason);
                granted.forEach(subject -> cli.output().line("      " + Printable.of(subject)));
            });
        }
    }
}
