package io.meshbus.sdk.impl;

import java.security.SecureRandom;
import java.util.Base64;

/** Unguessable subject tokens of 128 bits: a responder that saw one learns nothing about its siblings (spec 2.5). */
final class Tokens {
    private static final int TOKEN_BYTES = 16;
    /** One call to the system's generator serves this many tokens. */
    private static final int TOKENS_A_FILL = 64;

    private final SecureRandom random;
    private final byte[] pool = new byte[TOKEN_BYTES * TOKENS_A_FILL];
    private int used = pool.length;

    Tokens(SecureRandom random) {
        this.random = random;
    }

    synchronized String next() {
        if (used == pool.length) {
            random.nextBytes(pool);
            used = 0;
        }
        byte[] raw = new byte[TOKEN_BYTES];
        System.arraycopy(pool, used, raw, 0, TOKEN_BYTES);
        used += TOKEN_BYTES;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(raw);
    }
}
