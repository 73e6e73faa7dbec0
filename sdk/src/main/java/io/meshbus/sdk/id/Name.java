package io.meshbus.sdk.id;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.util.Set;
import java.util.regex.Pattern;

/** The rules for tokens of spec 2.1: refused, never rewritten. */
final class Name {
    static final int LABEL_MAX = 63;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern VERB = Pattern.compile("[a-z][a-z0-9_-]{0,63}");
    private static final Set<String> RESERVED_MODULES =
            Set.of("host", "person", "enrol", "controller", "fabric", "streams", "mesh");

    private Name() {}

    static void requireLabel(String kind, String token) {
        if (!LABEL.matcher(token).matches()) {
            throw refused(kind, token, "a DNS label: a-z, 0-9 and inner '-', 1 to " + LABEL_MAX + " characters");
        }
        if (DIGITS.matcher(token).matches()) {
            throw refused(kind, token, "never all digits");
        }
    }

    static void requireModule(String token) {
        requireLabel("module", token);
        requireNone("module", token, RESERVED_MODULES);
    }

    static void requireNone(String kind, String token, Set<String> reserved) {
        if (reserved.contains(token)) {
            throw refused(
                    kind,
                    token,
                    "not one of the reserved names "
                            + reserved.stream().sorted().toList());
        }
    }

    static void requireVerb(String kind, String token) {
        if (!VERB.matcher(token).matches()) {
            throw refused(kind, token, "a-z first, then a-z, 0-9, '_' or '-', at most 64 characters");
        }
    }

    private static RuntimeException refused(String kind, String token, String rule) {
        return Problem.of(
                        ProblemCode.BAD_NAME,
                        kind + " name " + quoted(token) + " is not allowed",
                        firstBad(token) + "the rule is: " + rule,
                        "choose another name")
                .asException();
    }

    private static String firstBad(String token) {
        if (token.isEmpty()) {
            return "it is empty; ";
        }
        return token.codePoints()
                .filter(c -> !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'))
                .mapToObj(c -> "character " + String.format("U+%04X", c) + " is refused; ")
                .findFirst()
                .orElse("");
    }

    /** Printable on one line whatever the token holds. */
    private static String quoted(String token) {
        StringBuilder out = new StringBuilder("\"");
        token.codePoints().limit(80).forEach(c -> {
            if (c < 0x20 || c > 0x7e || c == '"' || c == '\\') {
                out.append(String.format("\\u{%x}", c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.append('"').toString();
    }
}
