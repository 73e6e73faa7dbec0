package io.meshbus.directory;

import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The controller's own passwords and the server's {@code sys} user ({@code keys/controller.json}, mode 0600). Each
 * bcrypt hash is kept beside its password, because hashing is salted and an unchanged list must stay the same bytes.
 */
public final class ControllerSecrets {
    /** Static user of account SYS; it exists so that an empty list can never mean "no authentication". */
    public static final String SYS = "sys";

    private final Map<String, Entry> entries;

    private ControllerSecrets(Map<String, Entry> entries) {
        this.entries = entries;
    }

    private record Entry(Secret password, String hash) {}

    public static ControllerSecrets mint(SecureRandom random) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (String user : new String[] {PrincipalId.CONTROLLER.value(), PrincipalId.STREAMS.value(), SYS}) {
            Secret password = Secret.mint(random);
            entries.put(user, new Entry(password, PasswordHash.of(password, random)));
        }
        return new ControllerSecrets(entries);
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code CREDENTIALS_UNUSABLE} */
    public static ControllerSecrets read(MeshDirectory directory) {
        try {
            JsonObject json = new JsonObject(Files.readString(directory.controllerSecrets()));
            Map<String, Entry> entries = new LinkedHashMap<>();
            for (String user : json.fieldNames()) {
                JsonObject entry = json.getJsonObject(user);
                entries.put(user, new Entry(Secret.of(text(entry, "password")), text(entry, "hash")));
            }
            return new ControllerSecrets(entries);
        } catch (IOException | DecodeException | ClassCastException e) {
            throw unusable(directory, "it cannot be read");
        } catch (IllegalArgumentException e) {
            throw unusable(directory, String.valueOf(e.getMessage()));
        }
    }

    public void write(MeshDirectory directory) {
        JsonObject json = new JsonObject();
        entries.forEach((user, entry) -> json.put(
                user,
                new JsonObject().put("password", entry.password().revealText()).put("hash", entry.hash())));
        AtomicFile.write(directory.controllerSecrets(), json.encodePrettily() + "\n");
    }

    public Secret password(PrincipalId principal) {
        return entry(principal.value()).password();
    }

    public String hash(PrincipalId principal) {
        return entry(principal.value()).hash();
    }

    public String sysHash() {
        return entry(SYS).hash();
    }

    public Secret sysPassword() {
        return entry(SYS).password();
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
