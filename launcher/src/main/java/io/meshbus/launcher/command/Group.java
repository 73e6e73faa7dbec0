package io.meshbus.launcher.command;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A word that only has words below it. */
@Command
abstract class Group implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    final Cli cli;

    Group(Cli cli) {
        this.cli = cli;
        this.spec = CommandSpec.create();
    }

    @Override
    public final Integer call() {
        CommandLine line = spec.commandLine();
        throw new ParameterException(
                line,
                "what of " + spec.qualifiedName() + "? One of: "
                        + String.join(", ", line.getSubcommands().keySet()));
    }
}
