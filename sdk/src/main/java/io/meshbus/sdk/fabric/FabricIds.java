package io.meshbus.sdk.fabric;

import io.meshbus.sdk.subject.Digest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The two derived names (spec 6.2). Equal on every instance, and injective: each part is preceded by its length. Pure. */
public final class FabricIds {
    private static final String DURABLE_PREFIX = "comms-";

    private FabricIds() {}

    /** {@code Nats-Msg-Id} of a change of this row. */
    public static String messageId(EventRef ref) {
        return messageId(ref, null);
    }

    /** @param revision names the change instead of the row, so that a second change within the window is none of the first */
    public static String messageId(EventRef ref, @Nullable String revision) {
        MessageDigest digest = Digest.newSha256();
        add(digest, ref.tenant());
        add(digest, ref.kind());
        add(digest, ref.rowId());
        if (revision != null) {
            add(digest, Token.requireText("revision", revision));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void add(MessageDigest digest, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
    }

    /** The durable of a subscribed subject: the same on every instance, so that they share it. */
    public static String durable(String subject) {
        return DURABLE_PREFIX + Digest.sha256(subject);
    }
}
