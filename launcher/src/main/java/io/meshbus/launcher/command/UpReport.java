package io.meshbus.launcher.command;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.launcher.run.Steps;
import io.meshbus.launcher.run.UpRun.Standing;
import io.meshbus.launcher.terminal.CliOutput;
import io.meshbus.launcher.terminal.Style;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** What stands once a mesh is up, and how to look at it. */
final class UpReport {
    private final CliOutput output;
    private final MeshDirectory directory;
    private final Steps steps;

    UpReport(CliOutput output, MeshDirectory directory, Steps steps) {
        this.output = output;
        this.directory = directory;
        this.steps = steps;
    }

    void print(Standing standing) {
        if (output.json()) {
            output.document(document(standing));
            return;
        }
        JsonObject status = standing.status();
        output.line("");
        output.line(Style.strong(
                output.ansi(),
                String.format(
                        Locale.ROOT,
                        "The mesh %s stands (%.1f s).",
                        standing.identity().name(),
                        steps.seconds())));
        output.line("");
        output.table(Tables.nodes(ClientCommand.objects(status, "nodes")));
        output.line("");
        output.table(Tables.modules(ClientCommand.objects(status, "modules")));
        output.line("");
        output.line("bus     " + standing.identity().url());
        output.line("health  " + health(standing));
        output.line("dir     " + directory.root());
        output.line("log     " + directory.logs().resolve("up.log"));
        output.line("");
        output.line("Look at it from another terminal:");
        String command = "  ./meshbus --dir " + directory.root() + " ";
        output.line(command + "status");
        output.line(command + "tools");
        example(status).ifPresent(call -> output.line(command + call));
        output.line(command + "events tail");
        output.line("Ctrl-C drains and stops it.");
    }

    /** The demo's own call, where the demo runs. */
    private static java.util.Optional<String> example(JsonObject status) {
        boolean demo = ClientCommand.objects(status, "modules").stream()
                .anyMatch(module -> "pricing".equals(module.getString("name")));
        return demo ? java.util.Optional.of("call pricing.quote --arg item=tea") : java.util.Optional.empty();
    }

    private static String health(Standing standing) {
        return "http://127.0.0.1:" + standing.httpPort() + "/health/ready";
    }

    private JsonObject document(Standing standing) {
        return new JsonObject()
                .put("mesh", standing.identity().name())
                .put("dir", directory.root().toString())
                .put("url", standing.identity().url())
                .put("http", standing.httpPort())
                .put("seconds", steps.seconds())
                .put("steps", steps.told())
                .put("nodes", standing.status().getJsonArray("nodes"))
                .put("modules", standing.status().getJsonArray("modules"));
    }
}
