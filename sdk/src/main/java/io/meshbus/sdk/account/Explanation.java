package io.meshbus.sdk.account;

import io.meshbus.sdk.id.PrincipalId;
import org.jspecify.annotations.Nullable;

/**
 * Why a principal may use a subject, or what is missing (spec 3.4, {@code accounts explain}).
 *
 * @param allowed whether the composed list allows it
 * @param grant the line that grants it; when refused, the nearest one, or null when nothing is near
 * @param text one or two sentences for a person: the rule and the manifest line, or what to add and where
 */
public record Explanation(
        PrincipalId principal,
        Direction direction,
        String subject,
        boolean allowed,
        @Nullable Grant grant,
        String text) {
    /** What the principal would do with the subject. */
    public enum Direction {
        PUBLISH,
        SUBSCRIBE
    }

    /**
     * @param subject a subject, or for a subscription a pattern, with the queue after a space if there is one
     * @throws io.meshbus.sdk.problem.ProblemException {@code UNKNOWN_NAME} with the nearest known principal
     */
    public static Explanation of(Composition composition, PrincipalId principal, Direction direction, String subject) {
        throw new UnsupportedOperationException("being written");
    }
}
