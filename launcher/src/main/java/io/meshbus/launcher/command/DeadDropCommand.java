package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code dead drop}. */
@Command(name = "drop", description = "Throw dead letters away.")
final class DeadDropCommand extends DeadStepsCommand {
    private static final int AT_ONCE = 100;

    DeadDropCommand(Cli cli) {
        super(cli);
    }

    @Override
    String question() {
        return "dead_drop";
    }

    @Override
    String verb() {
        return "dropped";
    }

    @Override
    int rate() {
        return AT_ONCE;
    }
}
