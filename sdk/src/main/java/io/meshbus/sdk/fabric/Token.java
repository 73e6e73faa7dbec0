package io.meshbus.sdk.fabric;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One token of a subject, made of an id that is otherwise opaque: refused, never rewritten (spec 6.1). Pure. */
final class Token {
    /** UTF-16 characters of an id at most: four of them and the literals stay below the server's control line. */
    static final int CHARS_MAX = 512;

    private static final int DELETE = 0x7f;
    private static final int SHOWN_MAX = 80;

    private Token() {}

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_NAME} naming the character */
    static String require(String what, String id) {
        String fault = fault(id);
        if (fault != null) {
            throw refused(what, id, fault);
        }
        return id;
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_NAME} */
    static String requireText(String what, String text) {
        if (text.isEmpty()) {
            throw refused(what, text, "it is empty");
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (isLoneSurrogate(text.codePointAt(i))) {
                    throw refused(what, text, "half a surrogate pair is no text, and has no bytes of its own");
                }
                i++;
            }
        }
        return text;
    }

    static RuntimeException refused(String what, String id, String why) {
        String shown = id.codePoints()
                .limit(SHOWN_MAX)
                .mapToObj(c -> c < ' ' || c >= DELETE ? String.format("\\u{%x}", c) : Character.toString(c))
                .collect(Collectors.joining());
        return Problem.of(
                        ProblemCode.BAD_NAME,
                        what + " \"" + shown + "\" is not allowed",
                        why,
                        "mend it where it is made; it is never rewritten on the way")
                .asException();
    }

    private static @Nullable String fault(String id) {
        if (id.isEmpty()) {
            return "it is empty";
        }
        if (id.length() > CHARS_MAX) {
            return "it has " + id.length() + " characters, at most " + CHARS_MAX + " are allowed";
        }
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            if (c >= DELETE ? isForbidden(id.codePointAt(i)) : isForbidden(c)) {
                return String.format("character U+%04X may not stand in a subject's token", id.codePointAt(i));
            }
            i += Character.isHighSurrogate(c) ? 1 : 0;
        }
        return null;
    }

    private static boolean isForbidden(int c) {
        return c == '.'
                || c == '*'
                || c == '>'
                || Character.isWhitespace(c)
                || Character.isSpaceChar(c)
                || Character.isISOControl(c)
                || isLoneSurrogate(c);
    }

    private static boolean isLoneSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }
}
