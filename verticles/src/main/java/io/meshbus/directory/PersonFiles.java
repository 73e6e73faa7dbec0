package io.meshbus.directory;

import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A person's credentials file and the private key beside it, both mode 0600. Blocking. */
public final class PersonFiles {
    private PersonFiles() {}

    public static void writeCredentials(Path file, PersonCredentials credentials) {
        AtomicFile.write(file, credentials.encode().getBytes());
    }

    public static void writeKey(Path file, SealingKey key) {
        AtomicFile.write(file, key.secret().reveal());
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code CREDENTIALS_UNUSABLE} */
    public static PersonCredentials credentials(Path file) {
        return PersonCredentials.decode(Buffer.buffer(read(file)));
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code CREDENTIALS_UNUSABLE} */
    public static SealingKey key(Path file) {
        String text = new String(read(file), StandardCharsets.UTF_8).strip();
        try {
            return SealingKey.of(Secret.of(text));
        } catch (IllegalArgumentException e) {
            throw unusable(file, "it is not the private half of a key made by meshbus");
        }
    }

    /** Where the key of a credentials file is looked for: {@code admin.json} → {@code admin.key}. */
    public static Path keyBeside(Path credentials) {
        String name = String.valueOf(credentials.getFileName());
        String stem = name.endsWith(".json") ? name.substring(0, name.length() - ".json".length()) : name;
        return credentials.resolveSibling(stem + ".key");
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw unusable(file, Files.exists(file) ? "it cannot be read" : "there is no such file");
        }
    }

    private static RuntimeException unusable(Path file, String why) {
        return Problem.of(
                        ProblemCode.CREDENTIALS_UNUSABLE,
                        "no credentials",
                        why,
                        "name the directory of a mesh with --dir, or credentials with --as")
                .at(file.toString())
                .asException();
    }
}
