package io.meshbus.control.genesis;

import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.UserKey;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * The first person's principal, made before there is a store ({@code keys/bootstrap.json}).
 *
 * @param publicKey whom the secret is sealed to
 * @param hash bcrypt of the secret, or the person's public nkey
 * @param sealed the secret, sealed, or which nkey
 */
record Bootstrap(PersonId person, String publicKey, String hash, String sealed) {
    /** The first person, an administrator. */
    static final PersonId ADMIN = new PersonId("admin");

    static Bootstrap mint(PersonId person, SealingKey key, AuthMode auth, SecureRandom random) {
        SealingKey.Public owner = key.publicKey();
        if (auth == AuthMode.NKEY) {
            String own = UserKey.of(key, 0).publicKey();
            return new Bootstrap(person, owner.value(), own, HandedCredential.nkey(0, own));
        }
        Secret password = Secret.mint(random);
        String principal = PrincipalId.person(person).value();
        return new Bootstrap(
                person,
                owner.value(),
                PasswordHash.of(password, random),
                Sealing.seal(owner, principal, password.reveal()));
    }

    static Optional<Bootstrap> read(MeshDirectory directory) {
        try {
            return Files.exists(directory.bootstrap())
                    ? Optional.of(
                            WireCodec.decode(Buffer.buffer(Files.readAllBytes(directory.bootstrap())), Bootstrap.class))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + directory.bootstrap(), e);
        }
    }

    void write(MeshDirectory directory) {
        AtomicFile.write(directory.bootstrap(), WireCodec.encode(this).getBytes());
    }

    static void delete(MeshDirectory directory) {
        try {
            Files.deleteIfExists(directory.bootstrap());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory.bootstrap(), e);
        }
    }
}
