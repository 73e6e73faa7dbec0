package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.Printable;
import io.meshbus.launcher.terminal.Table;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code accounts check}: exit 0 when the server does what was composed, 1 when not. */
@Command(
        name = "check",
        description = "Prove on the live server that principals may do what was composed, and nothing beside.",
        footer = {
            "",
            "Short-lived twins with the same lists, in an account that reaches nobody, try it: the server is reloaded twice",
            "for each 32 principals, and its log names what it refuses.",
            "Exit 0: no difference."
        })
final class AccountsCheckCommand extends ClientCommand {
    /** Two reloads and the probes between them. */
    private static final Duration ANSWER_MAX = Duration.ofSeconds(150);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "P",
            description = "A principal: orders.n1, host.n1, person.admin, … Default: all.")
    @Nullable
    String principal;

    @Option(names = "--sample", paramLabel = "N", description = "Check N principals, at most 32, chosen by chance.")
    @Nullable
    Integer sample;

    AccountsCheckCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        if (principal != null && sample != null) {
            throw Problem.of(
                            ProblemCode.USAGE,
                            "a principal or --sample, not both",
                            "",
                            "see: meshbus accounts check --help")
                    .asException();
        }
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
        if (sample != null) {
            input.put("sample", sample);
        }
        JsonObject answer = all(
                page -> session.run(
                        ANSWER_MAX.plusSeconds(5), client -> client.ask("accounts_check", page, ANSWER_MAX)),
                input);
        if (cli.output().json()) {
            cli.output().document(answer);
        } else {
            print(answer);
        }
        return answer.getInteger("differing") == 0 ? ExitCode.DONE : ExitCode.REFUSED;
    }

    /** Page by page, added up. */
    static JsonObject all(UnaryOperator<JsonObject> ask, JsonObject input) {
        JsonObject sum = ask.apply(input);
        String next = sum.getString("next");
        while (next != null) {
            JsonObject page = ask.apply(input.copy().put("after", next));
            for (String list : new String[] {"checked", "differences"}) {
                sum.getJsonArray(list).addAll(page.getJsonArray(list));
            }
            for (String count : new String[] {"cases", "left", "differing"}) {
                sum.put(count, sum.getInteger(count) + page.getInteger(count));
            }
            next = page.getString("next");
        }
        sum.remove("next");
        return sum;
    }

    private void print(JsonObject answer) {
        Table table = new Table("PRINCIPAL", "DIRECTION", "SUBJECT", "COMPOSED", "SERVER");
        objects(answer, "differences")
                .forEach(one -> table.row(
                        text(one, "principal"),
                        text(one, "direction"),
                        Printable.of(text(one, "subject")),
                        verdict(one, "expected"),
                        verdict(one, "found")));
        int differing = answer.getInteger("differing");
        if (differing > 0) {
            cli.output().table(table);
        }
        JsonArray checked = answer.getJsonArray("checked");
        cli.output()
                .line(checked.size() + " principals, " + answer.getInteger("cases") + " cases: "
                        + (differing == 0
                                ? "the server allows what was composed and nothing beside"
                                : differing + " differ"));
        if (answer.getInteger("left") > 0) {
            cli.output().note(answer.getInteger("left") + " further cases were left out: too many for one principal");
        }
    }

    private static String verdict(JsonObject one, String member) {
        return one.getBoolean(member) ? "allows" : "refuses";
    }
}
