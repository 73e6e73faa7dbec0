package io.meshbus.sdk.subject;

import org.jspecify.annotations.Nullable;

/**
 * A subject or pattern as nats-server matches it: {@code *} is one token, {@code >} one or more at the end. With a
 * queue ({@code "subject queue"}) it speaks of members of that queue group only (facts 1c). Pure.
 *
 * @param queue the group, or null for any subscription
 */
public record SubjectPattern(String subject, @Nullable String queue) {
    private static final int ASTERISK = '*';
    private static final int GREATER = '>';

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_SUBJECT} */
    public SubjectPattern {
        requireTokens(subject);
        if (queue != null) {
            requireTokens(queue);
        }
    }

    /** Reads {@code subject} or {@code subject queue}. */
    public static SubjectPattern parse(String text) {
        int space = text.indexOf(' ');
        return space < 0
                ? new SubjectPattern(text, null)
                : new SubjectPattern(text.substring(0, space), text.substring(space + 1));
    }

    private static void requireTokens(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == 0x7f || Character.isWhitespace(c)) {
                throw MeshSubject.refused(text, "white space and control characters are not allowed");
            }
        }
        String[] tokens = text.split("\\.", -1);
        for (int i = 0; i < tokens.length; i++) {
            if (tokens[i].isEmpty()) {
                throw MeshSubject.refused(text, "it has an empty token");
            }
            if (isOnly(tokens[i], GREATER) && i < tokens.length - 1) {
                throw MeshSubject.refused(text, "'>' stands at the end only");
            }
        }
    }

    /** Whether it has a wildcard; such a subject can be subscribed, never published. */
    public boolean hasWildcard() {
        for (String token : subject.split("\\.", -1)) {
            if (isOnly(token, ASTERISK) || isOnly(token, GREATER)) {
                return true;
            }
        }
        return false;
    }

    /** Whether this pattern matches a concrete subject, whoever subscribes. */
    public boolean matches(String concrete) {
        return covers(subject, concrete);
    }

    /**
     * Whether everything that {@code other} could receive or send, this one allows too. A pattern with a queue covers
     * only members of that queue.
     */
    public boolean covers(SubjectPattern other) {
        if (!covers(subject, other.subject)) {
            return false;
        }
        String mine = queue;
        String theirs = other.queue;
        return mine == null || (theirs != null && covers(mine, theirs));
    }

    private static boolean covers(String pattern, String other) {
        int p = 0;
        int o = 0;
        while (true) {
            int pEnd = end(pattern, p);
            int oEnd = end(other, o);
            if (isToken(pattern, p, pEnd, GREATER)) {
                return true;
            }
            if (isToken(other, o, oEnd, GREATER)) {
                return false;
            }
            if (!isToken(pattern, p, pEnd, ASTERISK) && !sameToken(pattern, p, pEnd, other, o, oEnd)) {
                return false;
            }
            boolean pLast = pEnd == pattern.length();
            boolean oLast = oEnd == other.length();
            if (pLast || oLast) {
                return pLast && oLast;
            }
            p = pEnd + 1;
            o = oEnd + 1;
        }
    }

    private static int end(String text, int from) {
        int dot = text.indexOf('.', from);
        return dot < 0 ? text.length() : dot;
    }

    private static boolean isToken(String text, int from, int end, int wildcard) {
        return end - from == 1 && text.charAt(from) == wildcard;
    }

    private static boolean sameToken(String a, int aFrom, int aEnd, String b, int bFrom, int bEnd) {
        return aEnd - aFrom == bEnd - bFrom && a.regionMatches(aFrom, b, bFrom, aEnd - aFrom);
    }

    private static boolean isOnly(String token, int wildcard) {
        return token.length() == 1 && token.charAt(0) == wildcard;
    }

    @Override
    public String toString() {
        return queue == null ? subject : subject + " " + queue;
    }
}
