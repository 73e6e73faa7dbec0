package io.meshbus.launcher.terminal;

import picocli.CommandLine.Help.Ansi;

/** The few styles in use; plain text where there is no terminal. Text is never read as markup. */
public final class Style {
    private static final String RESET = "\u001b[0m";

    private Style() {}

    public static String error(Ansi ansi, String text) {
        return wrap(ansi, "\u001b[1;31m", text);
    }

    public static String good(Ansi ansi, String text) {
        return wrap(ansi, "\u001b[32m", text);
    }

    public static String bad(Ansi ansi, String text) {
        return wrap(ansi, "\u001b[31m", text);
    }

    public static String strong(Ansi ansi, String text) {
        return wrap(ansi, "\u001b[1m", text);
    }

    public static String quiet(Ansi ansi, String text) {
        return wrap(ansi, "\u001b[2m", text);
    }

    private static String wrap(Ansi ansi, String start, String text) {
        return ansi.enabled() ? start + text + RESET : text;
    }
}
