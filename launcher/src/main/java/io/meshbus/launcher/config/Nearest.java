package io.meshbus.launcher.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** The nearest known word to a mistyped one. */
public final class Nearest {
    /** Edits beyond which a guess helps nobody: a third of the word, two at least. */
    private static final int EDITS_MIN = 2;

    private Nearest() {}

    public static Optional<String> to(String word, Collection<String> known) {
        int limit = Math.max(EDITS_MIN, word.length() / 3);
        return known.stream()
                .filter(candidate -> distance(word, candidate) <= limit)
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)));
    }

    /** Levenshtein's, case ignored. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int column = 0; column <= right.length(); column++) {
            row[column] = column;
        }
        for (int line = 1; line <= left.length(); line++) {
            int diagonal = row[0];
            row[0] = line;
            for (int column = 1; column <= right.length(); column++) {
                int above = row[column];
                int same =
                        Character.toLowerCase(left.charAt(line - 1)) == Character.toLowerCase(right.charAt(column - 1))
                                ? 0
                                : 1;
                row[column] = Math.min(Math.min(above, row[column - 1]) + 1, diagonal + same);
                diagonal = above;
            }
        }
        return row[right.length()];
    }
}
