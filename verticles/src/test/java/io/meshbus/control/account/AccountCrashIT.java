package io.meshbus.control.account;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.MeshFixture;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.PrincipalSecret;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.SealingKey;
import io.nats.client.Connection;
import io.vertx.core.Future;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A controller that dies on either side of each of its writes: the next start converges, and every secret still fits. */
class AccountCrashIT {
    private static final SecureRandom RANDOM = new SecureRandom();

    @TempDir
    Path temp;

    private final SealingKey node = SealingKey.generate(RANDOM);
    private MeshFixture mesh;

    @BeforeEach
    void up() throws Exception {
        mesh = new MeshFixture(temp.resolve("mesh"));
        mesh.startBroker();
        mesh.push("p1", AccountVerticleIT.DEFINITION);
        mesh.enrol(AccountVerticleIT.N1, node);
        // A secret of a principal that is composed no more.
        await(mesh.store.putSecrets(List.of(new PrincipalSecret(
                new PrincipalId("gone.n1"), "$2a$04$x", "x", node.publicKey().value()))));
    }

    @AfterEach
    void close() throws Exception {
        mesh.close();
    }

    /** The store of a process that ends at one of its calls, before or after the call has happened. */
    private Store ending(String method, boolean after, AtomicInteger ended) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, called, arguments) -> {
                    if (!called.getName().equals(method)) {
                        return invoke(called, arguments);
                    }
                    Future<?> happened = after ? (Future<?>) invoke(called, arguments) : Future.<Void>succeededFuture();
                    return happened.transform(done -> {
                        ended.incrementAndGet();
                        return Future.failedFuture("the process ends at " + method);
                    });
                });
    }

    private Object invoke(java.lang.reflect.Method called, Object[] arguments) throws Throwable {
        try {
            return called.invoke(mesh.store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "desired, true",
        "secrets, true",
        "putSecrets, false",
        "putSecrets, true",
        "reach, false",
        "reach, true",
        "removeSecrets, false",
        "removeSecrets, true"
    })
    void theNextStartConverges(String method, boolean after) throws Exception {
        AtomicInteger ended = new AtomicInteger();
        String dying = mesh.startAccounts(ending(method, after, ended));
        await().atMost(Duration.ofSeconds(15)).until(() -> ended.get() > 0);
        await(mesh.vertx.undeploy(dying));
        mesh.startAccounts();
        mesh.live();
        try (Connection orders = mesh.connect(AccountVerticleIT.ORDERS, node);
                Connection host = mesh.connect(PrincipalId.host(AccountVerticleIT.N1), node);
                Connection admin = mesh.admin()) {
            assertThat(List.of(orders, host, admin))
                    .allSatisfy(c -> assertThat(c.getStatus()).isEqualTo(Connection.Status.CONNECTED));
        }
        await().atMost(Duration.ofSeconds(15))
                .until(() ->
                        await(mesh.store.secret(new PrincipalId("gone.n1"))).isEmpty());
        assertThat(mesh.directory.usersCandidate()).doesNotExist();
        assertThat(Files.readString(mesh.directory.users())).doesNotContain("gone.n1");
    }

    /** The same process goes on: a round that failed at its last write is made good by the sweep. */
    @ParameterizedTest
    @CsvSource({"reach", "removeSecrets"})
    void aStoreThatWasAwayForOneCallIsMadeGood(String method) throws Exception {
        AtomicInteger ended = new AtomicInteger();
        Store broken = ending(method, false, ended);
        Store once = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, called, arguments) -> {
                    try {
                        return called.invoke(ended.get() == 0 ? broken : mesh.store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        mesh.startAccounts(once);
        mesh.live();
        await().atMost(Duration.ofSeconds(15))
                .until(() ->
                        await(mesh.store.secret(new PrincipalId("gone.n1"))).isEmpty());
        assertThat(ended).hasValue(1);
    }
}
