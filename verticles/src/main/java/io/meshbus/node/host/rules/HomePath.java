package io.meshbus.node.host.rules;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.util.List;

/**
 * A path inside a module's home, in segments; refused, never rewritten (spec 3.7).
 *
 * @param segments at least one, none of them {@code .} or {@code ..}
 */
public record HomePath(List<String> segments) {
    /** Characters of a path at most. */
    public static final int PATH_CHARS_MAX = 1024;
    /** Characters of a segment at most. */
    public static final int SEGMENT_CHARS_MAX = 200;

    public HomePath {
        segments = List.copyOf(segments);
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code DEFINITION_INVALID} naming what is wrong */
    public static HomePath parse(String path) {
        if (path.isEmpty() || path.length() > PATH_CHARS_MAX) {
            throw refused(path, "a path has 1 to " + PATH_CHARS_MAX + " characters");
        }
        if (path.startsWith("/")) {
            throw refused(path, "it is absolute");
        }
        if (path.chars().anyMatch(c -> c < 0x20 || c == 0x7f || c == '\\' || c == ':')) {
            throw refused(path, "it holds a control character, a backslash or a colon");
        }
        List<String> segments = List.of(path.split("/", -1));
        for (String segment : segments) {
            if (segment.isEmpty() || segment.equals(".")) {
                throw refused(path, "it has an empty segment or a \".\"");
            }
            if (segment.equals("..")) {
                throw refused(path, "\"..\" leaves the module's home");
            }
            if (segment.length() > SEGMENT_CHARS_MAX) {
                throw refused(path, "a segment has at most " + SEGMENT_CHARS_MAX + " characters");
            }
        }
        return new HomePath(segments);
    }

    private static RuntimeException refused(String path, String why) {
        String shown = path.length() > 80 ? path.substring(0, 80) + "…" : path;
        return Problem.of(
                        ProblemCode.DEFINITION_INVALID,
                        "path \"" + shown.replaceAll("\\p{Cntrl}", "?") + "\" is refused",
                        why,
                        "name a file below the module's home, with / between its segments")
                .asException();
    }

    @Override
    public String toString() {
        return String.join("/", segments);
    }
}
