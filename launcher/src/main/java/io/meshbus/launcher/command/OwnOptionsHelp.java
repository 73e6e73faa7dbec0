package io.meshbus.launcher.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A command's help shows its own options; those that every command takes are one line, and in full in the root's help. */
final class OwnOptionsHelp extends Help {
    private static final String GLOBAL =
            "Also (meshbus --help): --dir D, --as FILE [--key F], -o json, --verbose, --help";

    private final boolean root;

    OwnOptionsHelp(CommandSpec spec, ColorScheme colours) {
        super(spec, colours);
        this.root = spec.parent() == null;
    }

    @Override
    public String optionList() {
        if (root) {
            return super.optionList();
        }
        List<OptionSpec> own = own(commandSpec().options());
        String list = own.isEmpty() ? "" : optionListExcludingGroups(own);
        return list + System.lineSeparator() + GLOBAL + System.lineSeparator();
    }

    @Override
    protected Ansi.Text createDetailedSynopsisOptionsText(
            Collection<ArgSpec> done,
            List<OptionSpec> options,
            Comparator<OptionSpec> order,
            boolean clusterBooleanOptions) {
        return super.createDetailedSynopsisOptionsText(
                done, root ? options : own(options), order, clusterBooleanOptions);
    }

    private static List<OptionSpec> own(List<OptionSpec> options) {
        return options.stream().filter(option -> !option.inherited()).toList();
    }
}
