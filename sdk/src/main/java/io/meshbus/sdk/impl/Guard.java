package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refuses what must never reach the wire: a subject or header that could inject protocol, a body the server would hang up on. Pure. */
final class Guard {
    /** Characters of a subject at most; well under the server's control line of 4 KiB. */
    static final int SUBJECT_CHARS_MAX = 1024;
    /** Bytes of the fixed parts of a header block: {@code NATS/1.0\r\n} and the empty line. */
    private static final int HEADER_BLOCK_BYTES = 12;
    /** Bytes round one header: colon, CR and LF. */
    private static final int HEADER_LINE_BYTES = 3;

    private Guard() {}

    /** @throws ProblemException {@code BAD_SUBJECT}, {@code BAD_PAYLOAD} or {@code TOO_LARGE} */
    static void message(Message message, long payloadBytesMax, boolean unicode) {
        literal(message.subject(), unicode);
        String reply = message.reply();
        if (reply != null) {
            literal(reply, unicode);
        }
        body(message.subject(), headers(message.headers()), message.body().length(), payloadBytesMax);
    }

    /** A subject that can be published on: no wildcards. */
    static void literal(String subject, boolean unicode) {
        String fault = fault(subject, false, unicode);
        if (fault != null) {
            throw badSubject(subject, fault);
        }
    }

    /** A subject that can be subscribed: {@code *} and a last {@code >} allowed. */
    static void pattern(String subject, boolean unicode) {
        String fault = fault(subject, true, unicode);
        if (fault != null) {
            throw badSubject(subject, fault);
        }
    }

    /** A queue group, a stream or a consumer: one token. */
    static void token(String token) {
        String fault = token.indexOf('.') >= 0 ? "a name has no '.'" : fault(token, false, false);
        if (fault != null) {
            throw badSubject(token, fault);
        }
    }

    private static @Nullable String fault(String subject, boolean wildcards, boolean unicode) {
        int length = subject.length();
        if (length == 0) {
            return "it is empty";
        }
        if (length > SUBJECT_CHARS_MAX) {
            return "it has " + length + " characters, at most " + SUBJECT_CHARS_MAX + " are allowed";
        }
        int start = 0;
        for (int i = 0; i <= length; i++) {
            char c = i == length ? '.' : subject.charAt(i);
            if (c == '.') {
                if (i == start) {
                    return "a token is empty";
                }
                start = i + 1;
            } else if (c <= ' ' || (c > '~' && !(unicode && isOpaque(c)))) {
                return "character " + String.format("U+%04X", (int) c) + " is not printable ASCII";
            } else if (c == '*' || c == '>') {
                boolean alone = i == start && (i + 1 == length || subject.charAt(i + 1) == '.');
                if (!wildcards) {
                    return "'" + c + "' is a wildcard";
                }
                if (!alone || (c == '>' && i + 1 != length)) {
                    return "'" + c + "' is not where a wildcard may stand";
                }
            }
        }
        return null;
    }

    private static boolean isOpaque(char c) {
        return !Character.isISOControl(c) && !Character.isSpaceChar(c) && !Character.isWhitespace(c);
    }

    /** Checks headers and gives the bytes they take on the wire. */
    static int headers(Headers headers) {
        if (headers.isEmpty()) {
            return 0;
        }
        int bytes = HEADER_BLOCK_BYTES;
        for (Map.Entry<String, List<String>> header : headers.values().entrySet()) {
            String name = header.getKey();
            headerName(name);
            for (String value : header.getValue()) {
                headerValue(name, value);
                bytes += name.length() + value.length() + HEADER_LINE_BYTES;
            }
        }
        return bytes;
    }

    private static void headerName(String name) {
        boolean bad = name.isEmpty() || name.chars().anyMatch(c -> c <= ' ' || c > '~' || c == ':');
        if (bad) {
            throw badHeader(name, "a header's name is printable ASCII without ':' and spaces");
        }
    }

    private static void headerValue(String name, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if ((c < ' ' && c != '\t') || c > '~') {
                throw badHeader(
                        name, "character " + String.format("U+%04X", (int) c) + " in its value is not printable ASCII");
            }
        }
    }

    private static void body(String subject, int headerBytes, int bodyBytes, long payloadBytesMax) {
        long bytes = (long) headerBytes + bodyBytes;
        if (bytes > payloadBytesMax) {
            throw new Problem(
                            ProblemCode.TOO_LARGE,
                            "the message is larger than the bus takes",
                            shown(subject),
                            bytes + " bytes with headers, the limit max_payload is " + payloadBytesMax,
                            "send less, or put the content into an artefact and send its digest")
                    .asException();
        }
    }

    private static ProblemException badSubject(String subject, String why) {
        return Problem.of(
                        ProblemCode.BAD_SUBJECT,
                        "subject \"" + shown(subject) + "\" is not allowed",
                        why,
                        "see the table of subjects in docs/WIRE")
                .asException();
    }

    private static ProblemException badHeader(String name, String why) {
        return Problem.of(
                        ProblemCode.BAD_PAYLOAD,
                        "header \"" + shown(name) + "\" is not allowed",
                        why,
                        "encode the value, or put it into the body")
                .asException();
    }

    /** Printable and cut, whatever it holds. */
    static String shown(String text) {
        String cut = text.length() > 120 ? text.substring(0, 120) + "..." : text;
        return cut.replaceAll("[^\\x20-\\x7e]", "?");
    }
}
