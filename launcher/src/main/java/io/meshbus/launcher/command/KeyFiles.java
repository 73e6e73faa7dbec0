package io.meshbus.launcher.command;

import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.UserKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Public keys as people hand them round: a file {@code F.pub}, or the text itself. */
final class KeyFiles {
    private KeyFiles() {}

    /**
     * A key's public half.
     *
     * @param sealing what secrets are sealed to
     * @param nkey the key that opens a bus with {@code auth: nkey}, as it is handed; null when an older file lacks it
     */
    record Public(String sealing, @Nullable String nkey) {
        static Public of(SealingKey key) {
            return new Public(
                    key.publicKey().value(),
                    HandedCredential.nkey(0, UserKey.of(key, 0).publicKey()));
        }

        /** {@code <sealing>.<U…>} on one line. */
        String text() {
            String key = nkey == null ? null : HandedCredential.publicKeyOf(nkey);
            return key == null ? sealing : sealing + "." + key;
        }
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code CREDENTIALS_UNUSABLE} */
    static Public read(String fileOrText) {
        try {
            Path file = Path.of(fileOrText);
            String text = (Files.isRegularFile(file) ? Files.readString(file) : fileOrText).strip();
            int dot = text.indexOf('.');
            String sealing = new SealingKey.Public(dot < 0 ? text : text.substring(0, dot)).value();
            String key = dot < 0 ? null : text.substring(dot + 1);
            if (key != null && !UserKey.isPublic(key)) {
                throw new IllegalArgumentException("what stands behind the point is no public nkey");
            }
            return new Public(sealing, key == null ? null : HandedCredential.nkey(0, key));
        } catch (IOException | IllegalArgumentException e) {
            throw Problem.of(
                            ProblemCode.CREDENTIALS_UNUSABLE,
                            "this is not a public key",
                            String.valueOf(e.getMessage()),
                            "make a pair with meshbus key new --out F and give F.pub")
                    .at(fileOrText)
                    .asException();
        }
    }
}
