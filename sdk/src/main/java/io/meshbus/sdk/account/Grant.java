package io.meshbus.sdk.account;

/**
 * One line of a permission list and why it stands there.
 *
 * @param subject the subject or pattern; for a queue-qualified subscription {@code "<subject> <queue>"}
 * @param reason the rule in words, for example {@code uses pricing.quote}
 * @param where file:line of the manifest line, or the spec section of a fixed rule
 */
public record Grant(String subject, String reason, String where) implements Comparable<Grant> {
    @Override
    public int compareTo(Grant other) {
        return subject.compareTo(other.subject);
    }
}
