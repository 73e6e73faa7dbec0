package io.meshbus.natsserver.lint.rules;

import java.util.Locale;

/** The fault classes, each with a small configuration in the tests that shows exactly it. */
public enum Kind {
    SYNTAX,
    INCLUDE_ABSOLUTE,
    INCLUDE_MISSING,
    UNKNOWN_VARIABLE,
    KEY_TWICE,
    REPLY_DEPUTY,
    BARE_INBOX,
    STREAM_MANAGEMENT,
    CONSUMER_CREATION,
    EMPTY_LIST,
    NO_PERMISSIONS,
    MISSING_LIST,
    DENY_ONLY,
    MISSING_ACK,
    WIDE_ACK,
    ALLOW_RESPONSES,
    LITERAL_IMPORT,
    API_EXPORT,
    PUBLIC_EXPORT,
    PLAINTEXT,
    BCRYPT_COST,
    NO_TLS,
    TLS_VERIFY,
    NO_AUTHENTICATION,
    NO_AUTH_USER,
    EMPTY_USERS,
    NO_GUARD_USER,
    MONITORING_OPEN,
    SYNC_INTERVAL;

    /** As shown: {@code reply-deputy}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
