package io.meshbus.sdk.fabric;

import static io.meshbus.sdk.fabric.FabricBed.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Message;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of events that cannot be handled (spec 6.3), on a real server. */
@ExtendWith(LoopWatch.class)
class ParkingIT {
    private static final String SUBJECT = "compass.t1.comms.message_posted";

    private final List<Long> attempts = new CopyOnWriteArrayList<>();
    private FabricBed bed;

    @BeforeEach
    void start(@TempDir Path directory) {
        bed = new FabricBed(directory).tapped();
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    private Fabric failing(FabricOptions options, String reason) {
        Fabric fabric = bed.instance(options);
        await(fabric.subscribeKind(Kind.MESSAGE_POSTED, event -> {
            attempts.add(event.attempt());
            throw new IllegalStateException(reason);
        }));
        return fabric;
    }

    private Message parked(int count) {
        await().until(() -> bed.dead.size() >= count);
        String wildcard = FabricSubjects.commsEveryTenant(Kind.MESSAGE_POSTED);
        await().until(() -> bed.unfinished(wildcard) == 0);
        assertThat(bed.dead).hasSize(count);
        return bed.dead.get(count - 1);
    }

    @Test
    void aHandlerThatAlwaysThrowsRunsAsOftenAsItMayAndOneMessageIsParked() {
        Fabric fabric = failing(bed.quick("fabric.s1"), "no such row");
        long sequence = await(fabric.publish("t1", Kind.MESSAGE_POSTED, "m1")).sequence();
        Message parked = parked(1);
        assertThat(attempts).containsExactly(1L, 2L, 3L);
        assertThat(parked.body())
                .isEqualTo(EventRef.of("t1", Kind.MESSAGE_POSTED, "m1").encode());
        String durable = FabricIds.durable(FabricSubjects.commsEveryTenant(Kind.MESSAGE_POSTED));
        assertThat(parked.headers().first(ParkHeaders.ORIGINAL_SUBJECT)).isEqualTo(SUBJECT);
        assertThat(parked.headers().first(ParkHeaders.REASON)).isEqualTo("no such row");
        assertThat(parked.headers().first(ParkHeaders.ATTEMPTS)).isEqualTo("3");
        assertThat(parked.headers().first(ParkHeaders.SEQUENCE)).isEqualTo(Long.toString(sequence));
        assertThat(parked.headers().first(ParkHeaders.CONSUMER)).isEqualTo(durable);
        assertThat(fabric.metrics().parked()).containsEntry(ParkCause.FAILED, 1L);
    }

    @Test
    void withOneAttemptThereIsNoRetry() {
        Fabric fabric = failing(bed.quick("fabric.s1").withDelivery(Duration.ofSeconds(2), 1), "once");
        await(fabric.publish("t1", Kind.MESSAGE_POSTED, "m1"));
        assertThat(parked(1).headers().first(ParkHeaders.ATTEMPTS)).isEqualTo("1");
        assertThat(attempts).containsExactly(1L);
    }

    @Test
    void whatCannotBeReadOrLiesIsParkedWithoutAHandlerRun() {
        Fabric fabric = failing(bed.quick("fabric.s1"), "never");
        bed.raw(SUBJECT, "not json");
        assertThat(parked(1).body()).isEqualTo(Buffer.buffer("not json"));
        bed.raw(SUBJECT, EventRef.of("t2", Kind.MESSAGE_POSTED, "m1").encode().toString());
        assertThat(parked(2).headers().first(ParkHeaders.REASON)).contains("t2", "t1");
        bed.raw(SUBJECT, EventRef.of("t1", Kind.CHANNEL_CHANGED, "m1").encode().toString());
        parked(3);
        assertThat(attempts).isEmpty();
        assertThat(fabric.metrics().parked())
                .containsEntry(ParkCause.UNDECODABLE, 1L)
                .containsEntry(ParkCause.MISMATCH, 2L);
    }

    @Test
    void aReasonFitsAHeaderWhateverItHolds() {
        Fabric fabric = failing(
                bed.quick("fabric.s1").withDelivery(Duration.ofSeconds(2), 1),
                "first\r\nCompass-Attempts: 9\r\n\r\n\u00fcber \ud83d\ude00 " + "x".repeat(4096));
        await(fabric.publish("t\u00e9nant", Kind.MESSAGE_POSTED, "m1"));
        Message parked = parked(1);
        assertThat(parked.headers().first(ParkHeaders.REASON))
                .startsWith("first Compass-Attempts: 9 ?ber ? xxx")
                .hasSize(ParkHeaders.REASON_BYTES_MAX);
        assertThat(parked.headers().first(ParkHeaders.ATTEMPTS)).isEqualTo("1");
        String subject = String.valueOf(parked.headers().first(ParkHeaders.ORIGINAL_SUBJECT));
        assertThat(subject).isEqualTo("compass.t%C3%A9nant.comms.message_posted");
        assertThat(ParkHeaders.subject(subject)).isEqualTo("compass.t\u00e9nant.comms.message_posted");
    }

    @Test
    void itIsTerminatedEvenWhereItsPublishFails() {
        bed.server.reload(
                FabricBed.CONFIG.replace(
                        "{ user: \"fabric.s1\", password: \"pw\" }",
                        "{ user: \"fabric.s1\", password: \"pw\", permissions: { publish: { deny: \"compass.dlq.comms\" } } }"));
        await().until(() -> bed.server.log().contains("Reloaded server configuration"));
        Fabric fabric = failing(bed.quick("fabric.s1").withDelivery(Duration.ofSeconds(2), 1), "x");
        await(fabric.publish("t1", Kind.MESSAGE_POSTED, "m1"));
        await().until(() -> fabric.metrics().parked().get(ParkCause.FAILED) == 1);
        String wildcard = FabricSubjects.commsEveryTenant(Kind.MESSAGE_POSTED);
        await().until(() -> bed.unfinished(wildcard) == 0);
        await().until(() -> fabric.metrics().deadLetterFailures() == 1);
        assertThat(bed.dead).isEmpty();
    }

    /** The outage of 30 s in small: with delays in the same proportion all attempts together outlast it. */
    @Test
    void anOutageShorterThanTheDelaysParksNothing() {
        AtomicBoolean away = new AtomicBoolean(true);
        AtomicInteger done = new AtomicInteger();
        List<Duration> tenth = FabricOptions.of(bed.options("fabric.s1").bus()).delays().stream()
                .map(delay -> delay.dividedBy(10))
                .toList();
        Fabric fabric = bed.instance(bed.options("fabric.s1").withDelays(tenth));
        await(fabric.subscribeKind(Kind.MESSAGE_POSTED, event -> {
            if (away.get()) {
                return Future.failedFuture("the database is away");
            }
            done.incrementAndGet();
            return Future.succeededFuture();
        }));
        bed.vertx.setTimer(3_000, id -> away.set(false));
        for (int i = 0; i < 20; i++) {
            await(fabric.publish("t1", Kind.MESSAGE_POSTED, "m" + i));
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> done.get() == 20);
        assertThat(bed.dead).isEmpty();
    }
}
