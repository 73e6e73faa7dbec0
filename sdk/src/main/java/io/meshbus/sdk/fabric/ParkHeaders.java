package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.wire.WireHeaders;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** What a parked event says of itself (spec 6.3): a header takes printable ASCII only, whatever ids and reasons hold. Pure. */
public final class ParkHeaders {
    /** The concrete subject it was delivered on; see {@link #subject}. */
    public static final String ORIGINAL_SUBJECT = "Compass-Original-Subject";

    public static final String REASON = "Compass-Park-Reason";
    public static final String ATTEMPTS = "Compass-Attempts";
    public static final String SEQUENCE = "Compass-Stream-Sequence";
    public static final String CONSUMER = "Compass-Consumer";
    /** Bytes of a reason at most. */
    public static final int REASON_BYTES_MAX = 256;

    private ParkHeaders() {}

    static Headers of(String subject, String reason, long attempts, long sequence, String consumer) {
        return Headers.of(ORIGINAL_SUBJECT, escape(subject))
                .with(REASON, printable(reason))
                .with(ATTEMPTS, Long.toString(attempts))
                .with(SEQUENCE, Long.toString(sequence))
                .with(CONSUMER, consumer)
                .with(WireHeaders.MESSAGE_ID, FabricSubjects.STREAM + "." + consumer + "." + sequence);
    }

    /** The subject a parked event had, from its header. */
    public static String subject(String header) {
        return URLDecoder.decode(header.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** {@code %} and every byte beyond printable ASCII as {@code %xx}: most subjects stand there as they are. */
    private static String escape(String subject) {
        StringBuilder out = new StringBuilder(subject.length());
        for (byte b : subject.getBytes(StandardCharsets.UTF_8)) {
            if (b > ' ' && b <= '~' && b != '%') {
                out.append((char) b);
            } else {
                out.append(String.format("%%%02X", b));
            }
        }
        return out.toString();
    }

    static String printable(String reason) {
        String line = reason.replaceAll("\\s+", " ").replaceAll("[^ -~]", "?").strip();
        String shown = line.isEmpty() ? "no reason given" : line;
        return shown.length() > REASON_BYTES_MAX
                ? shown.substring(0, REASON_BYTES_MAX).strip()
                : shown;
    }
}
