package io.meshbus.control.deadletter;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One event in a hundred cannot be handled: nobody waits for it, it is kept once, and comes back to whom it failed. */
class PoisonIT {
    private static final int SHORT = 2_000;
    private static final int LONG = 10_000;

    @Test
    void poisonBlocksNobodyAndComesBackAfterMending(@TempDir Path directory) throws Exception {
        try (PoisonBed bed = new PoisonBed(directory, Boolean.getBoolean("meshbus.long") ? LONG : SHORT)) {
            bed.publish();
            bed.settles();
            bed.keptTheOrder();
            bed.redrivenIsThatModulesAlone();
        }
    }
}
