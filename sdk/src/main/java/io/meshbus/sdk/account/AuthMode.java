package io.meshbus.sdk.account;

import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.manifest.Definition;
import java.util.List;
import java.util.Locale;

/**
 * How a principal that is new proves itself to the server (spec 2.5, 3.4). Who has a credential keeps it until it is
 * rotated, whatever the mode is.
 */
public enum AuthMode {
    /** A minted secret: its hash in the list, the secret sealed to its owner. */
    PASSWORD,
    /** An Ed25519 pair of its owner: its public half in the list, no secret travels. */
    NKEY;

    /**
     * What the newest definition says, else how the mesh was made.
     *
     * @param made by genesis
     */
    public static AuthMode of(DesiredMesh mesh, AuthMode made) {
        List<Living> definitions = mesh.definitions();
        return definitions.isEmpty()
                ? made
                : of(definitions.get(definitions.size() - 1).definition(), made);
    }

    /** What a definition says, else how the mesh was made. */
    public static AuthMode of(Definition definition, AuthMode made) {
        String said = definition.settings().auth();
        return said == null ? made : valueOf(said.toUpperCase(Locale.ROOT));
    }

    /** As a definition and a declaration write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
