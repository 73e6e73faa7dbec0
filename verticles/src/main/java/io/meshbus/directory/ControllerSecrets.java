package io.meshbus.directory;

import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.UserKey;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The controller's own passwords or keys, and those of the server's {@code sys} user ({@code keys/controller.json}, mode 0600). Each
 * bcrypt hash is kept beside its password, because hashing is salted and an unchanged list must stay the same bytes.
 */
public final class ControllerSecrets {
    /** Static user of account SYS; it exists so that an empty list can never mean "no authentication". */
    public static final String SYS = "sys";

    private final Map<String, Entry> entries;

    private ControllerSecrets(Map<String, Entry> entries) {
        this.entries = entries;
    }

    /**
     * @param secret the password, or the seed of an nkey
     * @param shown the hash, or the public key: what a list may hold
     * @param user the name to sign in with
     */
    private record Entry(Secret secret, String shown, String user) {
        boolean isNkey() {
            return shown.startsWith("U");
        }

        Credential credential() {
            return isNkey() ? new Credential.NKey(shown) : new Credential.PasswordHash(shown, user);
        }
    }

    public static ControllerSecrets mint(AuthMode mode, SecureRandom random) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (String user : new String[] {PrincipalId.CONTROLLER.value(), PrincipalId.STREAMS.value(), SYS}) {
            entries.put(user, minted(mode, user, random));
        }
        return new ControllerSecrets(entries);
    }

    private static Entry minted(AuthMode mode, String user, SecureRandom random) {
        if (mode == AuthMode.NKEY) {
            UserKey key = UserKey.generate(random);
            return new Entry(key.seed(), key.publicKey(), user);
        }
        Secret password = Secret.mint(random);
        return new Entry(password, PasswordHash.of(password, random), user);
    }

    private static final List<PrincipalId> OWN = List.of(PrincipalId.CONTROLLER, PrincipalId.STREAMS);
    private static final String NEXT = "next:";
    private static final String OLD = "old:";
    private static final int USER_BYTES = 4;

    /** With fresh ones beside those in use, to be let in before they are used. */
    public ControllerSecrets withNext(AuthMode mode, SecureRandom random) {
        Map<String, Entry> entriesNext = new LinkedHashMap<>(entries);
        byte[] mark = new byte[USER_BYTES];
        random.nextBytes(mark);
        for (PrincipalId id : OWN) {
            String user = id + "+" + HexFormat.of().formatHex(mark);
            entriesNext.put(NEXT + id, minted(mode, user, random));
        }
        return new ControllerSecrets(entriesNext);
    }

    public boolean hasNext() {
        return entries.containsKey(NEXT + PrincipalId.CONTROLLER);
    }

    public boolean hasOld() {
        return entries.containsKey(OLD + PrincipalId.CONTROLLER);
    }

    /** The fresh ones in use, those before still let in. */
    public ControllerSecrets switched() {
        Map<String, Entry> switched = new LinkedHashMap<>(entries);
        for (PrincipalId id : OWN) {
            switched.put(OLD + id, entry(id.value()));
            switched.put(id.value(), entry(NEXT + id));
            switched.remove(NEXT + id);
        }
        return new ControllerSecrets(switched);
    }

    /** Without those before. */
    public ControllerSecrets settled() {
        Map<String, Entry> settled = new LinkedHashMap<>(entries);
        OWN.forEach(id -> settled.remove(OLD + id));
        return new ControllerSecrets(settled);
    }

    /** What else is let in for it: the one to come, or the one before. */
    public List<Credential> beside(PrincipalId principal) {
        return Stream.of(NEXT, OLD)
                .map(kind -> entries.get(kind + principal))
                .filter(Objects::nonNull)
                .map(Entry::credential)
                .toList();
    }

    /** How this mesh was made: the mode of its controller's own principals. */
    public AuthMode mode() {
        return entry(PrincipalId.CONTROLLER.value()).isNkey() ? AuthMode.NKEY : AuthMode.PASSWORD;
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code CREDENTIALS_UNUSABLE} */
    public static ControllerSecrets read(MeshDirectory directory) {
        try {
            JsonObject json = new JsonObject(Files.readString(directory.controllerSecrets()));
            Map<String, Entry> entries = new LinkedHashMap<>();
            for (String user : json.fieldNames()) {
                JsonObject entry = json.getJsonObject(user);
                entries.put(user, entry(user, entry));
            }
            return new ControllerSecrets(entries);
        } catch (IOException | DecodeException | ClassCastException e) {
            throw unusable(directory, "it cannot be read");
        } catch (IllegalArgumentException e) {
            throw unusable(directory, String.valueOf(e.getMessage()));
        }
    }

    private static Entry entry(String name, @Nullable JsonObject entry) {
        String user = entry == null ? name : entry.getString("user", name);
        return entry != null && entry.containsKey("seed")
                ? new Entry(Secret.of(text(entry, "seed")), text(entry, "nkey"), user)
                : new Entry(Secret.of(text(entry, "password")), text(entry, "hash"), user);
    }

    public void write(MeshDirectory directory) {
        JsonObject json = new JsonObject();
        entries.forEach((name, entry) -> {
            JsonObject one = new JsonObject()
                    .put(entry.isNkey() ? "seed" : "password", entry.secret().revealText())
                    .put(entry.isNkey() ? "nkey" : "hash", entry.shown());
            json.put(name, entry.user().equals(name) ? one : one.put("user", entry.user()));
        });
        AtomicFile.write(directory.controllerSecrets(), json.encodePrettily() + "\n");
    }

    /** How to sign in. */
    public BusOptions.Auth auth(PrincipalId principal) {
        Entry entry = entry(principal.value());
        return entry.isNkey()
                ? BusOptions.Auth.nkey(principal, entry.secret())
                : new BusOptions.Auth(entry.user(), entry.secret(), null);
    }

    /** What a list holds of it. */
    public Credential credential(PrincipalId principal) {
        return entry(principal.value()).credential();
    }

    /** Of one that signs in with a password. */
    public Secret password(PrincipalId principal) {
        Entry entry = entry(principal.value());
        if (entry.isNkey()) {
            throw new IllegalStateException(principal + " signs in with a key");
        }
        return entry.secret();
    }

    /** Hash or public key of {@link #SYS}. */
    public String sysShown() {
        return entry(SYS).shown();
    }

    private Entry entry(String user) {
        Entry entry = entries.get(user);
        if (entry == null) {
            throw new IllegalArgumentException("the controller has no principal " + user);
        }
        return entry;
    }

    private static String text(@Nullable JsonObject entry, String member) {
        String value = entry == null ? null : entry.getString(member);
        if (value == null) {
            throw new IllegalArgumentException("a member " + member + " is missing");
        }
        return value;
    }

    private static RuntimeException unusable(MeshDirectory directory, String why) {
        return Problem.of(
                        ProblemCode.CREDENTIALS_UNUSABLE,
                        "the controller's secrets cannot be read",
                        why,
                        "restore the file from a backup; if the mesh is new, delete it and run genesis again")
                .at(directory.controllerSecrets().toString())
                .asException();
    }
}
