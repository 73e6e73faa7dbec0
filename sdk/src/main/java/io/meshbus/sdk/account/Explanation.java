package io.meshbus.sdk.account;

import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Nearest;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.subject.SubjectPattern;
import java.util.List;
import java.util.Optional;
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
     * @throws io.meshbus.sdk.problem.ProblemException {@code UNKNOWN_NAME} with the nearest known principal, {@code
     *     BAD_SUBJECT} for text that is no subject
     */
    public static Explanation of(Composition composition, PrincipalId principal, Direction direction, String subject) {
        SubjectPattern wanted = SubjectPattern.parse(subject);
        Principal user = known(composition, principal);
        List<Grant> grants = direction == Direction.PUBLISH ? user.publish() : user.subscribe();
        String doing = direction == Direction.PUBLISH ? "publish to " : "subscribe ";
        Optional<Grant> granting = direction == Direction.PUBLISH && (wanted.hasWildcard() || wanted.queue() != null)
                ? Optional.empty()
                : grants.stream()
                        .filter(grant -> SubjectPattern.parse(grant.subject()).covers(wanted))
                        .findFirst();
        if (granting.isPresent()) {
            Grant grant = granting.get();
            String text = principal + " may " + doing + subject + ": " + grant.reason() + " (" + grant.where()
                    + ", which gives \"" + grant.subject() + "\")";
            return new Explanation(principal, direction, subject, true, grant, text);
        }
        Grant nearest = NearestGrant.of(grants, wanted).orElse(null);
        String near = nearest == null
                ? "nothing granted is near"
                : "the nearest is \"" + nearest.subject() + "\": " + nearest.reason() + " (" + nearest.where() + ")";
        String text =
                principal + " may not " + doing + subject + "; " + near + "; " + WhatToAdd.of(user, direction, wanted);
        return new Explanation(principal, direction, subject, false, nearest, text);
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code UNKNOWN_NAME} with the nearest known principal */
    public static Principal known(Composition composition, PrincipalId principal) {
        return composition.find(principal).orElseThrow(() -> unknown(composition, principal));
    }

    private static RuntimeException unknown(Composition composition, PrincipalId principal) {
        List<String> names =
                composition.principals().stream().map(p -> p.id().value()).toList();
        return Problem.of(
                        ProblemCode.UNKNOWN_NAME,
                        "there is no principal " + principal,
                        Nearest.of(principal.value(), names)
                                .map(name -> "did you mean " + name)
                                .orElse("the composed list does not name it"),
                        "see `accounts show` for all of them")
                .asException();
    }
}
