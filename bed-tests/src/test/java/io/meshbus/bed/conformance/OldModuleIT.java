package io.meshbus.bed.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.module.MeshOptions;
import io.meshbus.sdk.module.ModuleContext;
import io.meshbus.sdk.module.ModuleRuntime;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.wire.Envelope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A module of the first contract runs unchanged on the runtime of today (spec 4.4). */
class OldModuleIT {
    private static final Duration LIMIT = Duration.ofSeconds(15);

    @TempDir
    private Path directory;

    private final List<Bus> buses = new ArrayList<>();

    @Test
    void aModuleOfTheFirstContractUsesEveryVerb() throws Exception {
        Vertx vertx = Vertx.vertx();
        OldModule old = new OldModule(directory);
        try (Beds beds = new Beds(directory.resolve("nats"));
                Probe probe = new Probe(beds, directory.resolve("nats/cert.pem"));
                URLClassLoader loader = old.onTheRuntimeOfToday()) {
            probe.renewStreams();
            String hearer = deploy(vertx, beds, Beds.HEARER, loader.loadClass("io.meshbus.old.OldHearer"));
            deploy(vertx, beds, Beds.TELLER, loader.loadClass("io.meshbus.old.OldTeller"));
            Envelope told = Envelope.decode(Buffer.buffer(probe.next().bytes()));
            String said = new JsonObject(told.data()).getString("item");
            assertThat(said).isEqualTo("tea FAILED:SOLD_OUT:{\"left\":0} REFUSED:REFUSED:{} undeclared");
            assertThat(probe.next().subject()).isEqualTo("mesh.seat.desk.accept.review");
            Envelope outcome = Envelope.decode(Buffer.buffer(probe.next().bytes()));
            assertThat(outcome.type()).isEqualTo("seat:desk.reviewed");
            assertThat(new JsonObject(outcome.data()))
                    .isEqualTo(new JsonObject()
                            .put("work", "old work")
                            .put("submitter", Beds.TELLER)
                            .put("heard", said)
                            .put("about", "old/1")
                            .put("source", "mesh://bed/n1/teller"));
            await(ModuleRuntime.undeploy(vertx, hearer));
            assertThat(beds.server().log()).doesNotContain("Violation");
        } finally {
            for (Bus bus : buses) {
                await(bus.close(LIMIT));
            }
            await(vertx.close());
        }
    }

    private String deploy(Vertx vertx, Beds beds, String principal, Class<?> module) throws Exception {
        assertThat(module.getClassLoader()).isInstanceOf(URLClassLoader.class);
        BusOptions options = BusOptions.mesh(
                new PrincipalId(principal),
                List.of(beds.server().url()),
                List.of(beds.server().pin()),
                beds.password(principal));
        MeshOptions mesh = MeshOptions.of(options, Beds.SOURCE);
        Bus bus = await(new Jnats(vertx).connect(options));
        buses.add(bus);
        ModuleContext context = new ModuleContext(
                mesh.mesh(),
                new NodeId(principal.substring(principal.indexOf('.') + 1)),
                mesh.manifest(),
                mesh.seats(),
                mesh.manifest().config(),
                Map.of("word", Secret.of("tea")),
                directory);
        return await(ModuleRuntime.deploy(vertx, bus, context, module));
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
}
