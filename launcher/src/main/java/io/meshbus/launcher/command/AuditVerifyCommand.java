package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;

/** {@code audit verify}. */
@Command(name = "verify", description = "Follow the chain of hashes from the first entry to the last.")
final class AuditVerifyCommand extends ClientCommand {
    AuditVerifyCommand(Cli cli) {
        super(cli);
    }

    @Override
    int run(Session session) {
        JsonObject answer = ask(session, "audit_verify", new JsonObject());
        if (!answer.getBoolean("whole")) {
            throw Problem.of(
                            ProblemCode.FAILED,
                            "the audit is broken at entry " + answer.getLong("brokenAt"),
                            "the entry is missing or was changed after it was written; " + answer.getLong("entries")
                                    + " entries before it are as they were written",
                            "compare the database with a backup, and find out who can write to it")
                    .asException();
        }
        if (cli.output().json()) {
            cli.output().document(answer);
        } else {
            cli.output().line("whole: " + answer.getLong("entries") + " entries");
        }
        return ExitCode.DONE;
    }
}
