package io.meshbus.launcher.terminal;

/** Text from the bus, a file or a machine: whatever it holds, it stays on its line and steers no terminal. */
public final class Printable {
    private Printable() {}

    /** Each control character, C1 ones included, as a space; none at the ends. */
    public static String of(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
    }
}
