package io.meshbus.sdk.impl;

import io.meshbus.sdk.LoopWatch;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of the broker under load (spec 7.7): a ledger of what was acknowledged, and nothing left behind. */
@ExtendWith(LoopWatch.class)
class KilledBrokerIT {
    @Test
    void twiceUnderLoad(@TempDir Path directory) throws Exception {
        new KilledBroker(directory).killed(2);
    }

    @Test
    @Tag("long")
    void twentyTimesUnderLoad(@TempDir Path directory) throws Exception {
        new KilledBroker(directory).killed(20);
    }
}
