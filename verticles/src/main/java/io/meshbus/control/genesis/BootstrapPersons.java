package io.meshbus.control.genesis;

import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Person;
import io.meshbus.control.store.Store.PrincipalSecret;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.id.PrincipalId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the first person over into the store, once: to be run after the store is open and before anything composes. The
 * secret goes first and the file last, so a crash at any line repeats the same step, and a person revoked later does not
 * come back.
 */
public final class BootstrapPersons {
    private static final Logger LOG = LoggerFactory.getLogger(BootstrapPersons.class);

    private final Vertx vertx;
    private final MeshDirectory directory;
    private final Store store;
    private final Clock clock;

    public BootstrapPersons(Vertx vertx, MeshDirectory directory, Store store, Clock clock) {
        this.vertx = vertx;
        this.directory = directory;
        this.store = store;
        this.clock = clock;
    }

    /** True when a person was taken over. Fails with {@code STORE_AWAY}; may be repeated. */
    public Future<Boolean> run() {
        return vertx.executeBlocking(() -> Bootstrap.read(directory)).compose(this::take);
    }

    private Future<Boolean> take(Optional<Bootstrap> found) {
        if (found.isEmpty()) {
            return Future.succeededFuture(false);
        }
        Bootstrap first = found.get();
        return store.putSecrets(List.of(new PrincipalSecret(
                        PrincipalId.person(first.person()), first.hash(), first.sealed(), first.publicKey())))
                .compose(done -> store.putPerson(
                        new Person(
                                first.person(),
                                Rights.ADMIN,
                                first.publicKey(),
                                HandedCredential.numberOf(first.sealed()) < 0 ? null : first.sealed(),
                                clock.instant(),
                                null),
                        "genesis"))
                .compose(done -> vertx.executeBlocking(() -> {
                    Bootstrap.delete(directory);
                    return true;
                }))
                .onSuccess(done -> LOG.info("person-adopted person={}", first.person()));
    }
}
