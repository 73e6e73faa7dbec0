package io.meshbus.sdk.account;

/**
 * Derives every principal and its whole lists from the desired state, and from nothing else (spec 2.5, 3.4). A
 * principal that several living definitions give has the union of their lists (spec 2.5: a grant is withdrawn only
 * after the node converged without it).
 */
public final class Composer {
    private Composer() {}

    /**
     * Deterministic: equal meshes give equal compositions. Pure; any thread. Who composes again and again keeps a {@link
     * Composing}, which makes only what changed.
     */
    public static Composition compose(DesiredMesh mesh) {
        return Composing.NOTHING.next(mesh).composition();
    }
}
