package io.meshbus.control.deadletter.rules;

import org.jspecify.annotations.Nullable;

/**
 * Which letters are meant; null = whichever.
 *
 * @param module who failed, or {@code seat:<seat>}
 * @param event as manifests name it
 * @param reason the letter's code
 * @param version of the module's manifest
 * @param upTo the highest id
 */
public record LetterFilter(
        @Nullable String module,
        @Nullable String event,
        @Nullable String reason,
        @Nullable String version,
        long upTo) {
    public boolean matches(Letter letter) {
        return letter.id() <= upTo
                && is(module, letter.dead().module())
                && is(event, letter.event())
                && is(reason, letter.dead().code())
                && is(version, letter.version());
    }

    private static boolean is(@Nullable String wanted, String found) {
        return wanted == null || wanted.equals(found);
    }

    /** For the audit. */
    public String text() {
        return "module=" + shown(module) + " event=" + shown(event) + " reason=" + shown(reason) + " version="
                + shown(version) + " upTo=" + upTo;
    }

    private static String shown(@Nullable String wanted) {
        return wanted == null ? "*" : wanted;
    }
}
