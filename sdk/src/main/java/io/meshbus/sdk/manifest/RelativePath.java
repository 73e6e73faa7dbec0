package io.meshbus.sdk.manifest;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.util.List;

/** A path that stays below its directory whatever file system it meets. */
final class RelativePath {
    private static final int CHARS_MAX = 255;

    private RelativePath() {}

    /** @throws io.meshbus.sdk.problem.ProblemException for anything that could leave the directory */
    static String require(String path) {
        String why = fault(path);
        if (!why.isEmpty()) {
            throw Problem.of(
                            ProblemCode.DEFINITION_INVALID,
                            "path " + Faults.quoted(path) + " is not allowed",
                            why,
                            "write a relative path below the directory, with / between names")
                    .asException();
        }
        return path;
    }

    private static String fault(String path) {
        if (path.isEmpty() || path.length() > CHARS_MAX) {
            return "1 to " + CHARS_MAX + " characters are expected";
        }
        if (path.chars().anyMatch(c -> c < 0x20 || c > 0x7e || c == '\\' || c == ':' || c == '*' || c == '"')) {
            return "printable ASCII without \\ : * \" is expected";
        }
        if (path.startsWith("/") || path.startsWith("~")) {
            return "it is absolute";
        }
        List<String> names = List.of(path.split("/", -1));
        if (names.contains("..")) {
            return "it leaves the directory";
        }
        return names.contains("") || names.contains(".") ? "it has an empty name or a dot between slashes" : "";
    }
}
