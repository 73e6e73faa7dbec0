package io.meshbus.control.deadletter;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One event in a hundred cannot be handled: nobody waits for it, it is kept once, and comes back to whom it failed. */
class PoisonIT {
    private static final int EVENTS = 10_000;

    @Test
    void poisonBlocksNobodyAndComesBackAfterMending(@TempDir Path directory) throws Exception {
        try (PoisonBed bed = new PoisonBed(directory, EVENTS)) {
            bed.publish();
            bed.settles();
            bed.keptTheOrder();
            bed.redrivenIsThatModulesAlone();
        }
    }
}
