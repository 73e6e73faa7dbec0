package io.meshbus.sdk.manifest;

import io.meshbus.sdk.problem.Nearest;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Collects every fault of a definition, each with its place. One reader, one thread. */
final class Faults {
    /** More than these are counted, not listed. */
    static final int LISTED_MAX = 200;

    private static final int SHOWN_CHARS_MAX = 120;

    private record Located(String file, int line, Problem problem) {}

    private final List<Located> found = new ArrayList<>();
    private int unlisted;

    void add(Place place, String what, String why, String remedy) {
        if (found.size() >= LISTED_MAX) {
            unlisted++;
            return;
        }
        found.add(new Located(
                place.file(),
                place.line(),
                new Problem(ProblemCode.DEFINITION_INVALID, shown(what), place.toString(), shown(why), remedy)));
    }

    /** An unknown name among known ones, with the nearest of them. */
    void unknown(Place place, String what, String name, Collection<String> known, String remedy) {
        String why = Nearest.of(name, known)
                .map(near -> "did you mean " + near + "?")
                .orElseGet(() -> known.isEmpty() ? "there is none" : "known are " + some(known));
        add(place, what, why, remedy);
    }

    /** Builds a validated value, or notes why the text is refused. */
    <T> @Nullable T value(Place place, String text, Function<String, T> constructor) {
        try {
            return constructor.apply(text);
        } catch (ProblemException e) {
            Problem problem = e.problem();
            add(place, problem.what(), problem.why(), problem.remedy());
            return null;
        }
    }

    boolean any() {
        return !found.isEmpty();
    }

    /** @throws ProblemException with all, in order of file and line */
    void refuseIfAny() {
        if (!any()) {
            return;
        }
        List<Problem> problems = new ArrayList<>(found.stream()
                .sorted(Comparator.comparing(Located::file).thenComparingInt(Located::line))
                .map(Located::problem)
                .toList());
        if (unlisted > 0) {
            problems.add(Problem.of(
                    ProblemCode.DEFINITION_INVALID, "and " + unlisted + " more faults", "", "correct these first"));
        }
        throw new ProblemException(problems);
    }

    static String some(Collection<String> names) {
        List<String> first = names.stream().sorted().limit(12).toList();
        return String.join(", ", first) + (names.size() > first.size() ? ", …" : "");
    }

    /** One printable line, whatever a file holds. */
    static String shown(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().limit(SHOWN_CHARS_MAX * 4L).forEach(c -> {
            boolean printable = !Character.isISOControl(c)
                    && Character.isDefined(c)
                    && Character.getType(c) != Character.FORMAT
                    && Character.getType(c) != Character.SURROGATE
                    && Character.getType(c) != Character.LINE_SEPARATOR
                    && Character.getType(c) != Character.PARAGRAPH_SEPARATOR;
            if (printable) {
                out.appendCodePoint(c);
            } else {
                out.append(String.format("\\u{%x}", c));
            }
        });
        return out.toString();
    }

    /** A value of a file in quotes, printable and cut. */
    static String quoted(String text) {
        return '"' + shown(text.length() > SHOWN_CHARS_MAX ? text.substring(0, SHOWN_CHARS_MAX) + "…" : text) + '"';
    }
}
