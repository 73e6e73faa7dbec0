package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code seats}. */
@Command(name = "seats", description = "Seats: who holds them, what they accept and serve.")
final class SeatsCommand extends ListCommand {
    SeatsCommand(Cli cli) {
        super(cli, "seats", "seats", Tables::seats);
    }
}
