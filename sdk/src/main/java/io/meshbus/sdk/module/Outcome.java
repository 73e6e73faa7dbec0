package io.meshbus.sdk.module;

import org.jspecify.annotations.Nullable;

/**
 * How work ended: one of the events that the seat's file lists under {@code emits}.
 *
 * @param event its name, or null when nobody is told
 * @param data its data
 */
public record Outcome(@Nullable String event, @Nullable Object data) {
    /** Done, and nobody is told. */
    public static final Outcome SILENT = new Outcome(null, null);
}
