package io.meshbus.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.launcher.terminal.CliOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the pages tell a reader to type exists: every command, and every option of it. */
class DocumentedCommandsTest {
    private static final Path ROOT =
            Path.of(System.getProperty("meshbus.root", "..")).toAbsolutePath().normalize();
    /** In a code span or by its path; as far as a shell, a comment or the end of the span ends it. */
    private static final Pattern COMMAND = Pattern.compile("[`(/]meshbus ([a-z-][^\\n`|&;#)]*)");

    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])(--[a-z][a-z-]*|-o)\\b");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "docs/OPERATING.md",
                "docs/BENCHMARKS.md",
                "docs/SDK.md",
                "docs/MANIFEST.md",
                "configs/roles/broker.yaml",
                "docs/systemd/meshbus-up.service",
                "docs/systemd/meshbus-role@.service",
                "docs/systemd/meshbus-host.service"
            })
    void everyCommandAndOptionExists(String page) throws IOException {
        Matcher commands = COMMAND.matcher(Files.readString(ROOT.resolve(page)));
        int checked = 0;
        while (commands.find()) {
            check(commands.group(1).strip());
            checked++;
        }
        assertThat(checked).as("commands on " + page).isPositive();
    }

    private static void check(String line) {
        String[] words = line.split("\\s+");
        String name = CommandTree.commandOf(words);
        if (name.equals("verify") || name.isEmpty() || name.equals("COMMAND")) {
            return; // the root script's; global options alone; a placeholder
        }
        CommandLine command = tree().getSubcommands().get(name);
        assertThat(command).as("the command of: meshbus " + line).isNotNull();
        if (!command.getSubcommands().isEmpty()) {
            List<String> rest =
                    Arrays.asList(words).subList(Arrays.asList(words).indexOf(name) + 1, words.length);
            boolean alone = !(command.getCommand() instanceof Group);
            if (!alone || (!rest.isEmpty() && !rest.get(0).startsWith("-"))) {
                assertThat(rest).as("meshbus " + line).isNotEmpty();
                command = command.getSubcommands().get(rest.get(0));
                assertThat(command).as("the command of: meshbus " + line).isNotNull();
            }
        }
        Matcher options = OPTION.matcher(line);
        while (options.find()) {
            assertThat(command.getCommandSpec().optionsMap())
                    .as("meshbus " + line)
                    .containsKey(options.group(1));
        }
    }

    private static CommandLine tree() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return CommandTree.tree(new Cli(new GlobalOptions(), new CliOutput(nowhere, nowhere, false), Map.of()), null);
    }
}
