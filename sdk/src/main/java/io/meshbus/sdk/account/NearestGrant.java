package io.meshbus.sdk.account;

import io.meshbus.sdk.subject.SubjectPattern;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The granted line that comes nearest to a refused subject: most tokens alike, counted from the front. */
final class NearestGrant {
    /** Fewer alike tells a person nothing: {@code mesh.mod} is everybody's. */
    private static final int TOKENS_ALIKE_MIN = 2;

    private NearestGrant() {}

    static Optional<Grant> of(List<Grant> grants, SubjectPattern wanted) {
        return grants.stream()
                .filter(grant -> alike(grant, wanted) >= TOKENS_ALIKE_MIN)
                .max(Comparator.<Grant>comparingInt(grant -> alike(grant, wanted))
                        .thenComparing(Grant::subject, Comparator.reverseOrder()));
    }

    private static int alike(Grant grant, SubjectPattern wanted) {
        String[] granted = SubjectPattern.parse(grant.subject()).subject().split("\\.", -1);
        String[] asked = wanted.subject().split("\\.", -1);
        int alike = 0;
        while (alike < Math.min(granted.length, asked.length) && fits(granted[alike], asked[alike])) {
            alike++;
        }
        return alike;
    }

    private static boolean fits(String granted, String asked) {
        return granted.equals(asked) || granted.equals("*") || granted.equals(">");
    }
}
