package io.meshbus.sdk.subject;

import java.nio.charset.StandardCharsets;

/** The hash of an account's name in the coming form of ack subjects (facts 2). */
public final class AccountHash {
    private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int LENGTH = 8;

    private AccountHash() {}

    /** Eight characters; for the account {@code MESH} it is {@code znJdjy7f}. */
    public static String of(String account) {
        byte[] sha256 = Digest.newSha256().digest(account.getBytes(StandardCharsets.UTF_8));
        StringBuilder hash = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            hash.append(DIGITS.charAt((sha256[i] & 0xff) % DIGITS.length()));
        }
        return hash.toString();
    }
}
