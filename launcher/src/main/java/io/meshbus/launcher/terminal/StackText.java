package io.meshbus.launcher.terminal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A failure with its causes and frames, for {@code --verbose}. */
final class StackText {
    private StackText() {}

    static List<String> of(Throwable failure) {
        List<String> lines = new ArrayList<>();
        Set<Throwable> seen = new HashSet<>();
        Throwable at = failure;
        while (at != null && seen.add(at)) {
            lines.add((lines.isEmpty() ? "" : "caused by ") + at);
            for (StackTraceElement frame : at.getStackTrace()) {
                lines.add("    at " + frame);
            }
            at = at.getCause();
        }
        return lines;
    }
}
