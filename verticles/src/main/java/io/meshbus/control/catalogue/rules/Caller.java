package io.meshbus.control.catalogue.rules;

import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.Principal;
import io.meshbus.sdk.subject.SubjectPattern;
import io.meshbus.sdk.subject.Subjects;
import java.util.List;
import java.util.Optional;

/**
 * Who asks, by the inbox the answer goes to: only its owner can hear it (spec 2.5), whatever a header says.
 *
 * @param publish what the caller may publish
 */
public record Caller(List<SubjectPattern> publish) {
    public Caller {
        publish = List.copyOf(publish);
    }

    /** Empty when no principal of the composition owns that inbox. */
    public static Optional<Caller> of(Composition composition, String reply) {
        if (!reply.startsWith(Subjects.INBOX_ROOT)) {
            return Optional.empty();
        }
        String[] tokens = reply.substring(Subjects.INBOX_ROOT.length()).split("\\.", -1);
        return tokens.length < 3
                ? Optional.empty()
                : composition.principals().stream()
                        .filter(p -> p.id().value().equals(tokens[0] + "." + tokens[1]))
                        .findFirst()
                        .map(Caller::of);
    }

    private static Caller of(Principal principal) {
        return new Caller(principal.publish().stream()
                .map(grant -> SubjectPattern.parse(grant.subject()))
                .toList());
    }

    /** A tool's subject, or a verb's of a role. */
    public boolean mayCall(String subject) {
        return publish.stream().anyMatch(pattern -> pattern.matches(subject));
    }
}
