package io.meshbus.launcher.command;

import io.meshbus.launcher.config.ConfigReader;
import io.meshbus.launcher.config.ConfigReader.Overrides;
import io.meshbus.launcher.config.ConfigReader.Shown;
import io.meshbus.launcher.run.Blocking;
import io.meshbus.launcher.terminal.Table;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code config show}. */
@Command(name = "show", description = "The config in force and where each value comes from; secrets masked.")
final class ConfigShowCommand implements Callable<Integer> {
    @Option(names = "--config", paramLabel = "F", description = "A role config, as for run.")
    @Nullable
    Path file;

    @Option(names = "--role", paramLabel = "R", description = "As for run.")
    List<String> roles = new ArrayList<>();

    private final Cli cli;

    ConfigShowCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        Overrides overrides = new Overrides(roles, Optional.ofNullable(cli.options().dir));
        List<Shown> shown = Blocking.withVertx(vertx -> ConfigReader.show(vertx, Optional.ofNullable(file), overrides));
        if (cli.output().json()) {
            JsonArray values = new JsonArray();
            shown.forEach(value -> values.add(new JsonObject()
                    .put("key", value.key())
                    .put("value", value.value())
                    .put("source", value.source())));
            cli.output().document(new JsonObject().put("config", values));
        } else {
            Table table = new Table("KEY", "VALUE", "SOURCE");
            shown.forEach(value -> table.row(value.key(), value.value(), value.source()));
            cli.output().table(table);
        }
        return ExitCode.DONE;
    }
}
