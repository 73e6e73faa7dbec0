package io.meshbus.sdk.wire;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Map;

public record Envelope(
        String id,
        String source,
        String type,
        String subject,
        Instant time,
        String datacontenttype,
        String dataschema,
        String traceparent,
        Map<String, Buffer> extensions,
        Buffer data) {
    public static final String SPECVERSION = "1.0";
    public static final String JSON = "application/json";
    public static final int BYTES_MAX = 1 << 20;

    public Buffer encode() {
        throw new UnsupportedOperationException();
    }

    public static Envelope decode(Buffer body) {
        throw new UnsupportedOperationException();
    }
}
