package io.meshbus.launcher.command;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** {@code completion}: a script for bash and zsh. */
@Command(
        name = "completion",
        description = "Print a completion script for bash and zsh.",
        footer = {"", "Use it: source <(meshbus completion)"})
final class CompletionCommand implements Callable<Integer> {
    private final Cli cli;

    CompletionCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        cli.output().raw(AutoComplete.bash("meshbus", CommandTree.tree(cli, null)));
        return ExitCode.DONE;
    }
}
