package io.meshbus.sdk.problem;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that a mistyped one most likely means. Pure. */
public final class Nearest {
    /** Nothing is near a longer name, and longer known ones are compared by their beginning; keeps hostile input cheap. */
    private static final int COMPARED_CHARS_MAX = 128;
    /** More candidates than this are not looked at. */
    private static final int CANDIDATES_MAX = 10_000;

    private Nearest() {}

    /** The nearest of the known names; empty when none is near (more than a third of the characters differ). */
    public static Optional<String> of(String name, Collection<String> known) {
        if (name.length() > COMPARED_CHARS_MAX) {
            return Optional.empty();
        }
        return known.stream()
                .limit(CANDIDATES_MAX)
                .map(candidate -> new Candidate(candidate, distance(name, candidate)))
                .filter(candidate -> candidate.distance() <= allowed(name, candidate.name()))
                .min(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .map(Candidate::name);
    }

    private record Candidate(String name, int distance) {}

    private static int allowed(String a, String b) {
        return Math.max(1, Math.max(cut(a).length(), cut(b).length()) / 3);
    }

    /** Edits (insert, delete, replace, swap of neighbours), letter case aside. */
    static int distance(String left, String right) {
        String a = cut(left);
        String b = cut(right);
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            d[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            d[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int replace = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                int best = Math.min(replace, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    best = Math.min(best, d[i - 2][j - 2] + 1);
                }
                d[i][j] = best;
            }
        }
        return d[a.length()][b.length()];
    }

    private static String cut(String text) {
        String lower = text.toLowerCase(java.util.Locale.ROOT);
        return lower.length() <= COMPARED_CHARS_MAX ? lower : lower.substring(0, COMPARED_CHARS_MAX);
    }
}
