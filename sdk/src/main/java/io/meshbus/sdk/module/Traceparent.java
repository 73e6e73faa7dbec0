package io.meshbus.sdk.module;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** W3C trace context: one trace id through calls and events, a span id of its own for each. */
final class Traceparent {
    private static final Pattern FORM = Pattern.compile("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TRACE_END = 35;

    private Traceparent() {}

    /** A child of the given context, or a new sampled trace when there is none or it is malformed. */
    static String after(@Nullable String parent) {
        if (parent == null || !FORM.matcher(parent).matches()) {
            return "00-" + hex(16) + "-" + hex(8) + "-01";
        }
        return parent.substring(0, TRACE_END) + "-" + hex(8) + parent.substring(parent.length() - 3);
    }

    private static String hex(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
