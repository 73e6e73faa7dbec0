package io.meshbus.sdk.fabric;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What has changed (spec 6.1): the seven kinds that are published. Who receives may meet others, as text. */
public enum Kind {
    ACCOUNT_CHANGED,
    CHANNEL_GROUP_CHANGED,
    CHANNEL_CHANGED,
    AGENT_WORKSPACE_CHANGED,
    MESSAGE_POSTED,
    MESSAGE_UPDATED,
    TOPIC_UPSERTED;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** Its token on the wire, for example {@code message_posted}. */
    public String wireName() {
        return wireName;
    }

    /** The kind of this wire name, if this version knows it. */
    public static Optional<Kind> of(String wireName) {
        return Stream.of(values())
                .filter(kind -> kind.wireName.equals(wireName))
                .findFirst();
    }
}
