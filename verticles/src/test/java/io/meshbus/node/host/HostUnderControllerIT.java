package io.meshbus.node.host;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.control.ControllerBed;
import io.meshbus.control.DefinitionText;
import io.meshbus.control.store.Store.Declared;
import io.meshbus.control.store.Store.Reported;
import io.meshbus.node.host.HostStatus.Link;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.Report.Outcome;
import io.meshbus.sdk.wire.TokenText;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts under the real controller on a real broker: token, enrolment, push, convergence, removal. */
class HostUnderControllerIT {
    private static final NodeId N1 = new NodeId("n1");
    private static final NodeId N2 = new NodeId("n2");

    @TempDir
    private Path temp;

    private ControllerBed bed;
    private final Map<NodeId, HostVerticle> hosts = new HashMap<>();
    private final List<String> deployed = new ArrayList<>();

    @BeforeEach
    void raise() throws Exception {
        bed = new ControllerBed(temp.resolve("mesh"));
    }

    @AfterEach
    void lower() throws Exception {
        for (String id : deployed) {
            await(bed.mesh.vertx.undeploy(id));
        }
        bed.close();
    }

    private HostState state(NodeId node) {
        return new HostState(temp.resolve(node.value()));
    }

    private HostIdentity enrol(TokenText token) throws Exception {
        return await(new HostEnrolment(
                        bed.mesh.vertx,
                        new Jnats(bed.mesh.vertx),
                        state(token.node()),
                        Clock.systemUTC(),
                        ControllerBed.RANDOM,
                        line -> {})
                .enrol(token));
    }

    private void host(NodeId node) throws Exception {
        HostVerticle host = new HostVerticle(
                HostConfig.in(state(node).root())
                        .withIntervals(Duration.ofMillis(500), Duration.ofSeconds(60), Duration.ofMillis(500))
                        .withProbe(Duration.ofSeconds(1)),
                new Jnats(bed.mesh.vertx),
                Clock.systemUTC(),
                ControllerBed.RANDOM);
        deployed.add(await(bed.mesh.vertx.deployVerticle(host)));
        hosts.put(node, host);
    }

    /** The shop, with processes that stay. */
    private static Map<String, String> shop(String version) {
        Map<String, String> files = new TreeMap<>();
        DefinitionText.shop(version)
                .forEach((path, text) ->
                        files.put(path, text.replace("command: cat, args: []", "command: sleep, args: [ \"600\" ]")));
        return files;
    }

    private Reported converged(NodeId node, long push) {
        Awaitility.await().atMost(Duration.ofSeconds(40)).until(() -> {
            Declared declared = await(bed.mesh.store.declared()).get(node);
            Reported reported = await(bed.mesh.store.reports()).get(node);
            return declared != null
                    && declared.push() == push
                    && reported != null
                    && reported.report().outcome() == Outcome.CONVERGED
                    && reported.report().digest().equals(declared.digest());
        });
        return bed.mesh
                .store
                .reports()
                .toCompletionStage()
                .toCompletableFuture()
                .join()
                .get(node);
    }

    @Test
    void joinsWithATokenConvergesOnEachPushAndIsOutWhenRemoved() throws Exception {
        HostIdentity identity = enrol(bed.token("n1"));
        enrol(bed.token("n2"));
        host(N1);
        host(N2);
        assertThat(identity.mesh()).isEqualTo(bed.mesh.identity.id());

        PushAnswer first = bed.push(shop("1.0.0"));
        assertThat(first.outcome()).isEqualTo(PushAnswer.Outcome.APPLIED);
        Reported report = converged(N1, first.number());
        converged(N2, first.number());
        assertThat(report.report().resources().stream().map(r -> r.resource()))
                .contains("module:shop", "file:shop/conf/app.yaml");
        assertThat(temp.resolve("n1/modules/shop/home/conf/app.yaml")).hasContent("currency: EUR");

        PushAnswer second = bed.push(shop("1.1.0"));
        assertThat(converged(N1, second.number()).report().counter())
                .isGreaterThan(report.report().counter());

        bed.ask("node_remove", new JsonObject().put("node", "n1"));
        Awaitility.await()
                .atMost(Duration.ofSeconds(40))
                .until(() -> hosts.get(N1).status().orElseThrow().link() == Link.REFUSED);
        assertThat(hosts.get(N2).status().orElseThrow().link()).isEqualTo(Link.CONNECTED);
    }

    @Test
    void theSameTokenAgainOnTheSameDirectoryIsTheSameNode() throws Exception {
        TokenText token = bed.token("n1");

        HostIdentity once = enrol(token);
        HostIdentity again = enrol(token);

        assertThat(again).isEqualTo(once);
    }
}
