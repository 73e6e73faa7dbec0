package io.meshbus.launcher.command;

import io.meshbus.control.genesis.CertificateChange;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code certificate switch}: returns when the server shows the next certificate. */
@Command(
        name = "switch",
        description = "Have the server show the next certificate, once every enrolled node knows it.",
        footer = {
            "",
            "Connections that stand are not touched. --force: a node that does not know it stays away until it is enrolled anew."
        })
final class CertificateSwitchCommand extends CertificateStep {
    private static final long POLL_MILLIS = 250;
    private static final String EXPECTED = "expected";

    @Option(names = "--force", description = "Do not ask whether every node knows it.")
    boolean force;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "How long to wait for nodes and server. Default: 30s.")
    Duration timeout = Duration.ofSeconds(30);

    CertificateSwitchCommand(Cli cli) {
        super(cli);
    }

    @Override
    String run(MeshDirectory directory, CertificateChange change) {
        String pin = change.nextPin();
        if (!force) {
            awaitNodes(directory, pin);
        }
        change.use();
        awaitShown(directory, pin);
        change.settle();
        return "the server shows " + pin + "; the one before counts until: meshbus certificate drop";
    }

    private void awaitNodes(MeshDirectory directory, String pin) {
        long end = System.nanoTime() + timeout.toNanos();
        try (Session session = Session.ofDirectory(directory)) {
            List<String> missing = missing(session, pin);
            while (!missing.isEmpty()) {
                if (System.nanoTime() > end) {
                    throw Problem.of(
                                    ProblemCode.BUS_PIN,
                                    "the next certificate would not be recognised by " + String.join(", ", missing),
                                    "it has not confirmed a declaration with the new pin",
                                    "see meshbus nodes; bring it back or remove it, or leave it behind with --force")
                            .asException();
                }
                pause();
                missing = missing(session, pin);
            }
        }
    }

    /** Enrolled nodes that have not confirmed what they were told last; all of them before the new pin was told. */
    private static List<String> missing(Session session, String pin) {
        JsonObject answer = ClientCommand.ask(session, "nodes", new JsonObject());
        boolean told = answer.getJsonArray("pins", new JsonArray()).contains(pin);
        return ClientCommand.objects(answer, "nodes").stream()
                .filter(node -> !EXPECTED.equals(node.getString("state")))
                .filter(node -> !told || !node.getBoolean("converged", false))
                .map(node -> node.getString("name"))
                .toList();
    }

    private static void pause() {
        new CompletableFuture<Void>()
                .completeOnTimeout(null, POLL_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }

    /** Whoever runs the broker has it read the files again; proved by a connection that takes nothing else. */
    private void awaitShown(MeshDirectory directory, String pin) {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                Session.ofDirectory(directory, List.of(pin)).close();
                return;
            } catch (ProblemException e) {
                if (System.nanoTime() > end) {
                    throw new ProblemException(
                            Problem.of(
                                            ProblemCode.BROKER_FAILED,
                                            "the server does not show the next certificate",
                                            e.problem().line(),
                                            "start it, or send it SIGHUP if meshbus does not run it; then switch again")
                                    .at(directory.brokerLog().toString()),
                            e);
                }
                pause();
            }
        }
    }
}
