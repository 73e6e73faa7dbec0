package io.meshbus.control;

import java.util.Collection;
import java.util.Locale;

/** What the state of a module is called, on one node or as a whole. */
public enum ModuleState {
    /** No machine is there yet that could run it. */
    EXPECTED,
    /** Declared; its node has not said what became of it. */
    CONVERGING,
    RUNNING,
    FAILED;

    /** Failed when it failed somewhere, running when it runs everywhere where there is a machine. */
    public static ModuleState whole(Collection<ModuleState> nodes) {
        if (nodes.contains(FAILED)) {
            return FAILED;
        }
        if (nodes.contains(CONVERGING)) {
            return CONVERGING;
        }
        return nodes.contains(RUNNING) ? RUNNING : EXPECTED;
    }

    /** As it is shown. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
