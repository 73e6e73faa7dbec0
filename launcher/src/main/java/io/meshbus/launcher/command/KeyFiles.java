package io.meshbus.launcher.command;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.SealingKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Public keys as people hand them round: a file {@code F.pub}, or the text itself. */
final class KeyFiles {
    private KeyFiles() {}

    /** @throws io.meshbus.sdk.problem.ProblemException {@code CREDENTIALS_UNUSABLE} */
    static String publicKey(String fileOrText) {
        try {
            Path file = Path.of(fileOrText);
            String text = Files.isRegularFile(file) ? Files.readString(file) : fileOrText;
            return new SealingKey.Public(text.strip()).value();
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
