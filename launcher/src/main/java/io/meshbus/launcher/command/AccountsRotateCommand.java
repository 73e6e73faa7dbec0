package io.meshbus.launcher.command;

import io.meshbus.directory.PersonFiles;
import io.meshbus.launcher.client.Awaiting;
import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.UserKey;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code accounts rotate}: returns when the old credentials are refused. */
@Command(
        name = "rotate",
        description = "Replace credentials while everything runs: of one principal, or of all.",
        footer = {
            "",
            "--all: the controller, every host and module, and you. Other persons rotate their own, or are issued anew."
        })
final class AccountsRotateCommand extends ClientCommand {
    private static final long POLL_MILLIS = 200;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "P",
            description = "A principal: orders.n1, host.n1, person.ann")
    @Nullable
    String principal;

    @Option(names = "--all", description = "Every principal that can be handed another.")
    boolean all;

    @Option(names = "--out", paramLabel = "FILE", description = "Where another person's new credentials go.")
    @Nullable
    Path out;

    @Option(names = "--timeout", paramLabel = "TIME", description = "How long to wait for the owners. Default: 60s.")
    Duration timeout = Duration.ofSeconds(60);

    AccountsRotateCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        if (all == (principal != null)) {
            throw Problem.of(ProblemCode.USAGE, "a principal or --all", "", "see: meshbus accounts rotate --help")
                    .asException();
        }
        if (principal != null) {
            principal = new PrincipalId(principal).value();
        }
    }

    @Override
    int run(Session session) {
        String wanted = principal;
        List<String> rotated = new ArrayList<>();
        List<String> waiting = List.of();
        if (wanted == null || !wanted.startsWith("person.")) {
            JsonObject input =
                    wanted == null ? new JsonObject().put("all", true) : new JsonObject().put("principal", wanted);
            rotated.addAll(texts(ask(session, "accounts_rotate", input), "rotated"));
            waiting = awaitRetired(session, rotated);
        }
        String own = session.own().credentials().principal().value();
        if (wanted == null || wanted.equals(own)) {
            rotateOwn(session, own);
            rotated.add(own);
        } else if (wanted.startsWith("person.")) {
            rotateOther(session, wanted);
            rotated.add(wanted);
        }
        say(rotated, waiting);
        return waiting.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
    }

    /** Whose old credentials still open when the time is over. */
    private List<String> awaitRetired(Session session, List<String> rotated) {
        long end = System.nanoTime() + timeout.toNanos();
        List<String> open;
        do {
            JsonObject shown =
                    ask(session, "accounts_show", new JsonObject().put("principal", PrincipalId.CONTROLLER.value()));
            open = texts(shown, "retiring").stream().filter(rotated::contains).toList();
            if (!open.isEmpty()) {
                Awaiting.result(
                        session.vertx()
                                .timer(POLL_MILLIS, TimeUnit.MILLISECONDS)
                                .mapEmpty(),
                        timeout,
                        "a moment");
            }
        } while (!open.isEmpty() && System.nanoTime() < end);
        return open;
    }

    /** The next of one's own keys, or a new password; the file is replaced before the old one ends. */
    private static void rotateOwn(Session session, String own) {
        Session.Own me = session.own();
        long number = HandedCredential.numberOf(me.credentials().sealed()) + 1;
        JsonObject answer = ask(
                session,
                "accounts_rotate",
                new JsonObject()
                        .put("principal", own)
                        .put(
                                "nkey",
                                HandedCredential.nkey(
                                        number, UserKey.of(me.key(), number).publicKey())));
        PersonFiles.writeCredentials(me.file(), credentials(answer));
    }

    private void rotateOther(Session session, String person) {
        Path file = out;
        if (file == null) {
            throw Problem.of(ProblemCode.USAGE, "these credentials are another's", "", "say where they go: --out FILE")
                    .asException();
        }
        PersonFiles.writeCredentials(
                file, credentials(ask(session, "accounts_rotate", new JsonObject().put("principal", person))));
    }

    private static PersonCredentials credentials(JsonObject answer) {
        return PersonCredentials.decode(
                answer.getJsonObject("credentials", new JsonObject()).toBuffer());
    }

    private void say(List<String> rotated, List<String> waiting) {
        if (cli.output().json()) {
            cli.output()
                    .document(new JsonObject()
                            .put("rotated", new JsonArray(rotated))
                            .put("waiting", new JsonArray(waiting)));
            return;
        }
        rotated.forEach(one -> cli.output()
                .line(one
                        + (waiting.contains(one) ? ": the old credential still opens, its owner was not heard" : "")));
        cli.output().line(rotated.size() - waiting.size() + " rotated");
        if (!waiting.isEmpty()) {
            cli.output().note("it goes on by itself when the owner is back: meshbus nodes shows who is quiet");
        }
    }

    private static List<String> texts(JsonObject answer, String member) {
        return answer.getJsonArray(member, new JsonArray()).stream()
                .map(String::valueOf)
                .toList();
    }
}
