package io.meshbus.sdk.impl;

import org.jspecify.annotations.Nullable;

/**
 * What the server says of a delivery, taken from its ack subject (facts 2). Pure.
 *
 * @param attempt the delivery's count, 1 for the first
 * @param streamSequence its sequence in the stream
 * @param pending messages behind it
 */
record AckAddress(String stream, String consumer, long attempt, long streamSequence, long pending) {
    /** The same for a delivery of this durable, else null; takes its names instead of cutting them out each time. */
    static @Nullable AckAddress of(String stream, String consumer, @Nullable String subject) {
        AckAddress parsed = parse(subject, stream, consumer);
        return parsed != null && parsed.stream.equals(stream) && parsed.consumer.equals(consumer) ? parsed : null;
    }

    private static final String PREFIX = "$JS.ACK.";
    /** {@code $JS.ACK.<stream>.<consumer>.<attempt>.<sseq>.<cseq>.<time>.<pending>} */
    private static final int TOKENS_V1 = 9;
    /** {@code $JS.ACK.<domain>.<account hash>.<stream>…}; later forms only add tokens behind. */
    private static final int TOKENS_V2_MIN = 11;

    /** Null if this is no ack subject. */
    static @Nullable AckAddress parse(@Nullable String subject) {
        return parse(subject, "", "");
    }

    private static @Nullable AckAddress parse(@Nullable String subject, String stream, String consumer) {
        if (subject == null || !subject.startsWith(PREFIX)) {
            return null;
        }
        int[] starts = new int[TOKENS_V2_MIN + 1];
        int tokens = 0;
        int at = 0;
        while (at >= 0 && tokens < starts.length) {
            starts[tokens++] = at;
            int dot = subject.indexOf('.', at);
            at = dot < 0 ? -1 : dot + 1;
        }
        if (tokens != TOKENS_V1 && tokens < TOKENS_V2_MIN) {
            return null;
        }
        return read(subject, starts, tokens == TOKENS_V1 ? 2 : 4, stream, consumer);
    }

    private static @Nullable AckAddress read(String subject, int[] starts, int first, String stream, String consumer) {
        long attempt = number(subject, starts[first + 2]);
        long sequence = number(subject, starts[first + 3]);
        long pending = number(subject, starts[first + 6]);
        if (attempt < 1 || sequence < 1 || pending < 0) {
            return null;
        }
        return new AckAddress(
                token(subject, starts[first], starts[first + 1] - 1, stream),
                token(subject, starts[first + 1], starts[first + 2] - 1, consumer),
                attempt,
                sequence,
                pending);
    }

    private static String token(String subject, int start, int end, String known) {
        boolean same = end - start == known.length() && subject.startsWith(known, start);
        return same ? known : subject.substring(start, end);
    }

    private static long number(String subject, int start) {
        long value = 0;
        for (int i = start; i < subject.length() && subject.charAt(i) != '.'; i++) {
            char c = subject.charAt(i);
            if (c < '0' || c > '9' || value > Long.MAX_VALUE / 16) {
                return -1;
            }
            value = value * 10 + (c - '0');
        }
        return value;
    }
}
