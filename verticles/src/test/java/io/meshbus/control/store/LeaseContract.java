package io.meshbus.control.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.meshbus.control.store.Store.Declared;
import io.meshbus.control.store.Store.PrincipalSecret;
import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.id.PrincipalId;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** And the leases of every store, with what they keep a deposed leader from. */
abstract class LeaseContract extends StoreContract {
    private static final Set<String> BOTH = Set.of("accounts", "streams");

    private Leases.Term taken(Set<String> names, String holder, List<Leases.Lease> dead) throws Exception {
        return await(store.leases().take(names, holder, dead)).orElseThrow();
    }

    @Test
    void aLeaseIsOnesUntilItIsReleasedAndEveryTermHasAHigherFence() throws Exception {
        assertThat(await(store.leases().all())).isEmpty();
        Leases.Term first = taken(BOTH, "a", List.of());
        assertThat(await(store.leases().take(Set.of("streams"), "b", List.of())))
                .isEmpty();
        assertThat(await(store.leases().take(BOTH, "a", List.of()))).isEmpty();

        await(store.leases().release(first));
        assertThat(await(store.leases().renew(first))).isFalse();
        Leases.Term second = taken(Set.of("streams"), "b", List.of());
        assertThat(second.fence()).isGreaterThan(first.fence());
        assertThat(await(store.leases().all()))
                .containsExactly(
                        new Leases.Lease("accounts", "", first.fence(), 0),
                        new Leases.Lease("streams", "b", second.fence(), 0));
    }

    @Test
    void aDeadLeaseIsTakenOnlyIfItHasNotBeatenSince() throws Exception {
        Leases.Term first = taken(BOTH, "a", List.of());
        List<Leases.Lease> seen = await(store.leases().all());
        assertThat(await(store.leases().renew(first))).isTrue();
        assertThat(await(store.leases().take(BOTH, "b", seen))).isEmpty();

        Leases.Term second = taken(BOTH, "b", await(store.leases().all()));
        assertThat(await(store.leases().renew(first))).isFalse();
        assertThat(await(store.leases().renew(second))).isTrue();
        await(store.leases().release(first));
        assertThat(await(store.leases().renew(second))).isTrue();
    }

    @Test
    void ofTenWhoTakeADeadLeaseAtOnceOneGetsIt() throws Exception {
        taken(BOTH, "dead", List.of());
        List<Leases.Lease> seen = await(store.leases().all());
        List<Future<Optional<Leases.Term>>> attempts = IntStream.range(0, 10)
                .mapToObj(i -> store.leases().take(BOTH, "h" + i, seen))
                .toList();
        await(Future.all(attempts));
        assertThat(attempts).filteredOn(attempt -> attempt.result().isPresent()).hasSize(1);
    }

    @Test
    void whoeverLeadsNoMoreWritesNothing() throws Exception {
        Leases.Term first = taken(BOTH, "a", List.of());
        Store leading = store.under(first, () -> true);
        await(leading.reach("accounts", 3));
        await(leading.confirm());
        Leases.Term second = taken(Set.of("streams"), "b", await(store.leases().all()));

        assertThat(await(leading.reached("accounts"))).isEqualTo(3);
        assertThat(catchThrowable(() -> await(leading.reach("accounts", 4)))).hasMessageContaining("[LEASE_LOST]");
        assertThat(catchThrowable(() -> await(leading.putDeclared(new Declared(N1, "sha256:x", 1, 7, 1, NOW)))))
                .hasMessageContaining("[LEASE_LOST]");
        assertThat(catchThrowable(() -> await(
                        leading.putSecrets(List.of(new PrincipalSecret(PrincipalId.host(N1), "$2a$x", "s", "k"))))))
                .hasMessageContaining("[LEASE_LOST]");
        assertThat(catchThrowable(() -> await(leading.noteNodesCreated(NOW)))).hasMessageContaining("[LEASE_LOST]");
        assertThat(catchThrowable(() -> await(leading.audit("controller", "x", ""))))
                .hasMessageContaining("[LEASE_LOST]");
        assertThat(catchThrowable(() -> await(leading.confirm()))).hasMessageContaining("[LEASE_LOST]");
        assertThat(await(store.reached("accounts"))).isEqualTo(3);
        assertThat(await(store.declared())).isEmpty();
        assertThat(await(store.secrets())).isEmpty();
        await(store.under(second, () -> true).reach("accounts", 4));
        assertThat(await(store.reached("accounts"))).isEqualTo(4);
    }

    @Test
    void whoseClockHasRunOutReadsNothingEither() throws Exception {
        Store late = store.under(taken(BOTH, "a", List.of()), () -> false);
        assertThat(catchThrowable(() -> await(late.revision()))).hasMessageContaining("[LEASE_LOST]");
        assertThat(catchThrowable(() -> await(late.desired(DesiredMesh.Answers.DERIVED))))
                .hasMessageContaining("[LEASE_LOST]");
        assertThat(catchThrowable(() -> await(late.confirm()))).hasMessageContaining("[LEASE_LOST]");
    }

    /** A term that is taken away in the middle of a write is taken before it or after it, never within. */
    @Test
    void aWriteAndATakeoverAtOnceComeOneAfterTheOther() throws Exception {
        Leases.Term first = taken(BOTH, "a", List.of());
        Store leading = store.under(first, () -> true);
        List<Leases.Lease> seen = await(store.leases().all());
        List<Future<Long>> writes = new ArrayList<>();
        Future<Optional<Leases.Term>> taking = Future.succeededFuture(Optional.empty());
        for (int i = 1; i <= 40; i++) {
            String name = "r" + i;
            writes.add(leading.reach(name, 1).compose(done -> store.reached(name)));
            taking = i == 20 ? store.leases().take(BOTH, "b", seen) : taking;
        }
        await(Future.join(writes).otherwiseEmpty());
        assertThat(await(taking)).isPresent();
        for (int i = 1; i <= 40; i++) {
            boolean refused = writes.get(i - 1).failed();
            assertThat(await(store.reached("r" + i))).isEqualTo(refused ? 0 : 1);
            assertThat(refused ? String.valueOf(writes.get(i - 1).cause()) : "[LEASE_LOST]")
                    .contains("[LEASE_LOST]");
        }
        assertThat(catchThrowable(() -> await(leading.reach("late", 1)))).hasMessageContaining("[LEASE_LOST]");
    }
}
