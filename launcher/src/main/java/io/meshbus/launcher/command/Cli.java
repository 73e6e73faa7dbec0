package io.meshbus.launcher.command;

import io.meshbus.launcher.terminal.CliOutput;
import java.util.Map;

/**
 * What every command is built with.
 *
 * @param environment of the process
 */
record Cli(GlobalOptions options, CliOutput output, Map<String, String> environment) {}
