package io.meshbus.launcher.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options that every command takes, before or after its name. */
final class GlobalOptions {
    private static final int LAST = 1000;

    enum Format {
        table,
        json
    }

    @Option(
            names = "--dir",
            paramLabel = "D",
            scope = ScopeType.INHERIT,
            order = LAST,
            description =
                    "The directory of a mesh; its local operator's credentials are used. Else MESHBUS_DIR, else the"
                            + " one mesh below ~/.meshbus.")
    @Nullable
    Path dir;

    @Option(
            names = "--as",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            order = LAST + 1,
            description = "A person's credentials file, instead of --dir.")
    @Nullable
    Path as;

    @Option(
            names = "--key",
            paramLabel = "F",
            scope = ScopeType.INHERIT,
            order = LAST + 2,
            description = "The private key that opens --as. Default: the file beside it with the ending .key.")
    @Nullable
    Path key;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            scope = ScopeType.INHERIT,
            order = LAST + 3,
            description = "table or json (one document on stdout, messages on stderr).")
    Format output = Format.table;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            order = LAST + 4,
            description = "Log to stderr, show stack traces.")
    boolean verbose;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            order = LAST + 5,
            description = "Show this help.")
    boolean help;
}
