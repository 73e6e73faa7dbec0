package io.meshbus.sdk.account;

import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.UserKey;
import io.meshbus.sdk.subject.Digest;
import org.jspecify.annotations.Nullable;

/**
 * What travels to the owner of a principal, as text (docs/WIRE): {@code <sealed>}, a password sealed to the owner for the
 * principal; {@code as:<user>:<sealed>}, the same under another user name, after a rotation; {@code nkey:<number>:<U…>},
 * which of the owner's own keys the server knows. Without the owner's private key it is worth nothing. Pure.
 */
public final class HandedCredential {
    private static final String NKEY = "nkey:";
    private static final String AS = "as:";
    private static final int MARK_CHARS = 16;

    private HandedCredential() {}

    /** @param number which of the owner's keys, see {@link UserKey#of(SealingKey, long)} */
    public static String nkey(long number, String publicKey) {
        return NKEY + number + ":" + publicKey;
    }

    /** @param user null for the principal's own name */
    public static String password(@Nullable String user, String sealed) {
        return user == null ? sealed : AS + user + ":" + sealed;
    }

    /** The name to sign in with; null for the principal's own. */
    static @Nullable String userOf(String handed) {
        int end = handed.startsWith(AS) ? handed.indexOf(':', AS.length()) : -1;
        return end < 0 ? null : handed.substring(AS.length(), end);
    }

    /** Which of the owner's keys; -1 for a password. */
    public static long numberOf(String handed) {
        if (!handed.startsWith(NKEY)) {
            return -1;
        }
        try {
            long number =
                    Long.parseLong(handed.substring(NKEY.length(), Math.max(0, handed.indexOf(':', NKEY.length()))));
            return Math.max(-1, number);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return -1;
        }
    }

    /** The public key; null for a password. */
    public static @Nullable String publicKeyOf(String handed) {
        return numberOf(handed) < 0 ? null : handed.substring(handed.indexOf(':', NKEY.length()) + 1);
    }

    /** Names it in a report without telling it. */
    public static String mark(String handed) {
        return Digest.sha256(handed).substring(0, MARK_CHARS);
    }

    /** @throws ProblemException {@code CREDENTIALS_UNUSABLE} when it is for another owner, or damaged */
    public static Auth open(SealingKey key, PrincipalId who, String handed) {
        if (!handed.startsWith(NKEY)) {
            String user = userOf(handed);
            String sealed = user == null ? handed : handed.substring(AS.length() + user.length() + 1);
            return new Auth(user == null ? who.value() : user, Secret.of(Sealing.open(key, who.value(), sealed)), null);
        }
        long number = numberOf(handed);
        UserKey own = number < 0 ? null : UserKey.of(key, number);
        if (own == null || !own.publicKey().equals(publicKeyOf(handed))) {
            throw unusable(who);
        }
        return Auth.nkey(who, own.seed());
    }

    private static ProblemException unusable(PrincipalId who) {
        return Problem.of(
                        ProblemCode.CREDENTIALS_UNUSABLE,
                        "the key of " + who + " is none of this owner's",
                        "it was offered by another, or the private key was replaced",
                        "use the private key that it was issued to, or have it issued again")
                .asException();
    }
}
