package io.meshbus.sdk.account;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.wire.Members;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * What a person is given to reach a mesh (spec 1.3): where it is, how to recognise it, and the bus password sealed to the
 * person's own key. Worth nothing without the private key, which stands in the file {@code <name>.key} beside it.
 *
 * @param v format version, 1
 * @param mesh its name
 * @param meshId its identity
 * @param urls where the bus is, tried in turn
 * @param pins SHA-256 (hex) of the certificates it may show
 * @param publicKey whom the password is sealed to, base64url
 * @param sealed what was handed to the person ({@link HandedCredential}): the password, sealed with the principal's name
 *     as info, or which nkey of its own
 */
public record PersonCredentials(
        int v,
        String mesh,
        String meshId,
        PersonId person,
        List<String> urls,
        List<String> pins,
        String publicKey,
        String sealed) {
    public PersonCredentials {
        urls = List.copyOf(urls);
        pins = List.copyOf(pins);
    }

    /** The same where other certificates count. */
    public PersonCredentials withPins(List<String> others) {
        return new PersonCredentials(v, mesh, meshId, person, urls, others, publicKey, sealed);
    }

    public PrincipalId principal() {
        return PrincipalId.person(person);
    }

    /** The file's bytes. */
    public Buffer encode() {
        return WireCodec.encode(this);
    }

    /** @throws ProblemException {@code CREDENTIALS_UNUSABLE} */
    public static PersonCredentials decode(Buffer file) {
        try {
            PersonCredentials read = read(Members.of(file, "PersonCredentials"));
            if (read.v() != WireCodec.VERSION) {
                throw unusable("it has format " + read.v() + ", this program reads " + WireCodec.VERSION);
            }
            return read;
        } catch (ProblemException e) {
            if (e.code() == ProblemCode.CREDENTIALS_UNUSABLE) {
                throw e;
            }
            throw unusable(e.problem().why());
        }
    }

    private static PersonCredentials read(Members file) {
        return new PersonCredentials(
                file.whole("v"),
                file.text("mesh"),
                file.text("meshId"),
                new PersonId(file.text("person")),
                file.texts("urls"),
                file.texts("pins"),
                file.text("publicKey"),
                file.text("sealed"));
    }

    /** @throws ProblemException {@code CREDENTIALS_UNUSABLE} when the key is not the one it was issued to */
    public Secret password(SealingKey key) {
        return Secret.of(Sealing.open(key, principal().value(), sealed));
    }

    /** @throws ProblemException {@code CREDENTIALS_UNUSABLE} when the key is not the one it was issued to */
    public BusOptions.Auth auth(SealingKey key) {
        return HandedCredential.open(key, principal(), sealed);
    }

    /** How to connect with them. */
    public BusOptions busOptions(SealingKey key) {
        return BusOptions.mesh(principal(), urls, pins, auth(key));
    }

    private static ProblemException unusable(String why) {
        return Problem.of(
                        ProblemCode.CREDENTIALS_UNUSABLE,
                        "a credentials file cannot be read",
                        why,
                        "have it issued again: meshbus operator issue")
                .asException();
    }
}
