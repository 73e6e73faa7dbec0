package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code seat}. */
@Command(
        name = "seat",
        description = "Work for one role: give it, see what waits, take it back.",
        subcommands = {SeatSubmitCommand.class, SeatQueueCommand.class, SeatCancelCommand.class})
final class SeatCommand extends Group {
    SeatCommand(Cli cli) {
        super(cli);
    }
}
