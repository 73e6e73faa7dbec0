package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code streams}. */
@Command(name = "streams", description = "Streams: messages, and how many wait.")
final class StreamsCommand extends ListCommand {
    StreamsCommand(Cli cli) {
        super(cli, "streams", "streams", Tables::streams);
    }
}
