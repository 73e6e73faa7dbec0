package io.meshbus.sdk.fabric;

import static io.meshbus.sdk.fabric.FabricBed.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.LoopWatch;
import io.vertx.core.Future;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A process that dies in its handler on the last attempt leaves no failure to see; two others are there to see it. */
@ExtendWith(LoopWatch.class)
class KilledIT {
    @Test
    void anEventWhoseLastAttemptEndedWithoutAWordIsParkedOnce(@TempDir Path directory) throws Exception {
        try (FabricBed bed = new FabricBed(directory).tapped()) {
            Fabric s1 = bed.instance(bed.quick("fabric.s1").withDelivery(Duration.ofSeconds(2), 1));
            Fabric s2 = bed.instance(bed.quick("fabric.s2").withDelivery(Duration.ofSeconds(2), 1));
            Path taken = directory.resolve("taken");
            Process victim = Victim.start(bed, "observer", taken);
            List<String> handled = new CopyOnWriteArrayList<>();
            try {
                String subject = FabricSubjects.commsEveryTenant(Kind.MESSAGE_POSTED);
                await().atMost(Duration.ofSeconds(30)).until(() -> bed.unfinished(subject) == 0);
                await(s1.publish("t1", Kind.MESSAGE_POSTED, "m1"));
                await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(taken));
                for (Fabric living : List.of(s1, s2)) {
                    await(living.subscribeKind(Kind.MESSAGE_POSTED, event -> {
                        handled.add(event.ref().rowId());
                        return Future.succeededFuture();
                    }));
                }
            } finally {
                victim.destroyForcibly();
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> !bed.dead.isEmpty());
            assertThat(bed.dead.get(0).body())
                    .isEqualTo(EventRef.of("t1", Kind.MESSAGE_POSTED, "m1").encode());
            assertThat(bed.dead.get(0).headers().first(ParkHeaders.ATTEMPTS)).isEqualTo("1");
            // Both have come to the advisory by the time a later event is through.
            await(s1.publish("t1", Kind.MESSAGE_POSTED, "m2"));
            await().until(() -> handled.contains("m2"));
            await(s1.bus().flush());
            await(s2.bus().flush());
            assertThat(bed.dead).hasSize(1);
            assertThat(handled).containsExactly("m2");
            assertThat(s1.metrics().parked().get(ParkCause.NO_OUTCOME)
                            + s2.metrics().parked().get(ParkCause.NO_OUTCOME))
                    .isEqualTo(1);
        }
    }
}
