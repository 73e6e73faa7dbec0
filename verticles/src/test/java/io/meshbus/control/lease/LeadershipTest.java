package io.meshbus.control.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.store.AtRest;
import io.meshbus.control.store.SqlStore;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.StoreConfig;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who leads, on one real embedded database that two controllers share. */
class LeadershipTest {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    /** Three times the target. */
    private static final Duration GATE = PERIOD.multipliedBy(6);

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Secret MESH_KEY = Secret.mint(RANDOM);

    @TempDir
    Path directory;

    private final Vertx vertx = Vertx.vertx();
    private Instance one;
    private Instance two;

    /** A controller of one lease. */
    private final class Instance implements Leadership.Office {
        private final Store store;
        private final Leadership leadership;
        private volatile @Nullable Store leading;
        private volatile boolean refuses;

        private Instance(String holder) throws Exception {
            store = new SqlStore(
                    vertx,
                    StoreConfig.embedded(directory.resolve("store/mesh.db")),
                    new AtRest(MESH_KEY, RANDOM),
                    DefinitionReader::read,
                    Clock.systemUTC());
            get(store.open());
            leadership = new Leadership(vertx, store, new Leadership.Config(Set.of("all"), holder, PERIOD), this);
        }

        @Override
        public Future<Void> enter(Store begun) {
            leading = begun;
            return refuses ? Future.failedFuture("not here") : Future.succeededFuture();
        }

        @Override
        public Future<Void> leave() {
            leading = null;
            return Future.succeededFuture();
        }

        private boolean leads() {
            return leading != null;
        }
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @BeforeEach
    void open() throws Exception {
        one = new Instance("one");
        two = new Instance("two");
    }

    @AfterEach
    void close() throws Exception {
        get(vertx.close());
    }

    @Test
    void theFirstLeadsAtOnceAndTheSecondStandsBy() throws Exception {
        get(one.leadership.start());
        assertThat(one.leads()).isTrue();
        get(two.leadership.start());
        assertThat(two.leads()).isFalse();
        assertThat(two.leadership.told()).isEqualTo("standby; one leads");
    }

    @Test
    void whoEndsHandsOverAndWhoComesBackStandsBy() throws Exception {
        get(one.leadership.start());
        get(two.leadership.start());
        get(one.leadership.stop());
        assertThat(one.leads()).isFalse();
        await().atMost(GATE).until(two::leads);
    }

    @Test
    void whoCannotRenewIsRefusedEverythingBeforeAnotherLeads() throws Exception {
        get(one.leadership.start());
        get(two.leadership.start());
        Store leading = one.leading;
        get(leading.reach("x", 1));
        get(one.store.close());
        await().atMost(GATE).until(two::leads);
        assertThat(one.leads()).as("nobody has told it").isTrue();
        assertThat(catchThrowable(() -> get(leading.revision()))).hasMessageContaining("[LEASE_LOST]");

        get(one.store.open());
        await().atMost(GATE).until(() -> !one.leads());
        assertThat(catchThrowable(() -> get(leading.reach("x", 2)))).hasMessageContaining("[LEASE_LOST]");
        assertThat(two.leads()).isTrue();
        get(two.leading.reach("x", 3));
        await().atMost(GATE).until(() -> one.leadership.told().equals("standby; two leads"));
    }

    @Test
    void whoIsAloneGoesOnInItsTermWhenTheStoreIsBack() throws Exception {
        get(one.leadership.start());
        Store leading = one.leading;
        get(one.store.close());
        await().atMost(GATE)
                .until(() -> String.valueOf(catchThrowable(() -> get(leading.confirm())))
                        .contains("[LEASE_LOST]"));
        get(one.store.open());
        await().atMost(GATE).until(() -> catchThrowable(() -> get(leading.confirm())) == null);
        assertThat(one.leading).isSameAs(leading);
    }

    @Test
    void aLeaseOfItsOwnNameIsADeadPredecessors() throws Exception {
        get(one.leadership.start());
        Instance again = new Instance("one");
        get(again.leadership.start());
        assertThat(again.leads()).isTrue();
        await().atMost(GATE).until(() -> !one.leads());
        assertThat(again.leads()).isTrue();
    }

    @Test
    void whoCannotEnterLetsAnother() throws Exception {
        one.refuses = true;
        assertThat(catchThrowable(() -> get(one.leadership.start()))).hasMessageContaining("not here");
        get(two.leadership.start());
        await().atMost(GATE).until(two::leads);
        assertThat(one.leads()).isFalse();
    }
}
