package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code events}. */
@Command(
        name = "events",
        description = "Events as they happen.",
        subcommands = {EventsTailCommand.class, EventsPublishCommand.class})
final class EventsCommand extends Group {
    EventsCommand(Cli cli) {
        super(cli);
    }
}
