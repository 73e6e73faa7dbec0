package io.meshbus.sdk.wire;

import java.util.List;
import java.util.Map;

/**
 * A delivery that has finally failed (spec 3.8); its identity is stream, consumer and sequence.
 *
 * @param subject the original subject
 * @param module the module (or {@code seat:<seat>}) that failed
 * @param attempts attempts made
 * @param code stable name of the cause, for example {@code FAILED}, {@code POISON}, {@code NO_HANDLER}, {@code BAD_PAYLOAD}
 * @param reason in words, bounded
 * @param headers the original ones
 * @param body the original bytes, base64
 */
public record DeadLetter(
        int v,
        String stream,
        String consumer,
        long sequence,
        String subject,
        String module,
        long attempts,
        String code,
        String reason,
        Map<String, List<String>> headers,
        String body) {
    public DeadLetter {
        Require.member(stream, "stream");
        Require.member(consumer, "consumer");
        Require.member(subject, "subject");
        Require.member(module, "module");
        Require.member(code, "code");
        Require.member(reason, "reason");
        Require.member(headers, "headers");
        Require.member(body, "body");
    }
}
