package io.meshbus.sdk.secret;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;

/** A secret that cannot print: {@code toString}, JSON and exceptions show three stars (spec 8.2.6). */
public final class Secret {
    /** Every minted secret has this many random bits, which is why a cheap hash is enough (spec 3.4). */
    public static final int MINTED_BITS = 256;

    private final byte[] bytes;

    private Secret(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Secret of(byte[] bytes) {
        return new Secret(bytes.clone());
    }

    public static Secret of(String text) {
        return new Secret(text.getBytes(StandardCharsets.UTF_8));
    }

    /** 256 random bits as base64url text: usable as a password. */
    public static Secret mint(SecureRandom random) {
        byte[] raw = new byte[MINTED_BITS / 8];
        random.nextBytes(raw);
        return of(Base64.getUrlEncoder().withoutPadding().encodeToString(raw));
    }

    /** The bytes, for the one place that needs them. */
    public byte[] reveal() {
        return bytes.clone();
    }

    /** The text, for the one place that needs it. */
    public String revealText() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret that && MessageDigest.isEqual(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "***";
    }
}
