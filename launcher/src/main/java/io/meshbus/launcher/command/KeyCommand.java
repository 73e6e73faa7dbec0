package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code key}. */
@Command(
        name = "key",
        description = "Key pairs of persons.",
        subcommands = {KeyNewCommand.class})
final class KeyCommand extends Group {
    KeyCommand(Cli cli) {
        super(cli);
    }
}
