package io.meshbus.sdk.subject;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** SHA-256 in lowercase hexadecimal, the name of everything content-addressed. */
public final class Digest {
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    private Digest() {}

    public static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(newSha256().digest(bytes));
    }

    public static String sha256(String text) {
        return sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    public static boolean isSha256(String text) {
        return SHA256.matcher(text).matches();
    }

    /** A running digest; every JDK has it. */
    public static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
