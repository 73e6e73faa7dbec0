package io.meshbus.sdk.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.module.CallException;
import io.meshbus.sdk.module.Event;
import io.meshbus.sdk.module.Outcome;
import io.meshbus.sdk.module.Work;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The kit itself, with a module that uses every way in and out. */
class MeshTestIT {
    private static final Path DEFINITION = Path.of("src/test/resources/testing");
    private static final JsonObject TEA = new JsonObject().put("item", "tea");

    @RegisterExtension
    final MeshTest mesh = MeshTest.of(DEFINITION, "clerk").secret("word", "sesame");

    @Test
    void theProbePlaysTheToolsThatTheModuleUses(Probe probe) {
        probe.await(probe.answer("shop.stock", call -> Future.succeededFuture(new JsonObject().put("stock", 5))));
        probe.await(probe.answer(
                "seat:scribe.backlog", call -> Future.succeededFuture(new JsonObject().put("backlog", 1))));
        assertThat(probe.await(probe.call("ask", TEA, JsonObject.class)))
                .isEqualTo(new JsonObject()
                        .put("greeting", "from the manifest")
                        .put("word", "sesame")
                        .put("files", true)
                        .put("stock", 5)
                        .put("backlog", 1));
    }

    @Test
    void aToolThatNobodyPlaysHasNoResponder(Probe probe) {
        assertThatThrownBy(() -> probe.await(probe.call("ask", TEA, JsonObject.class)))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("FAILED");
    }

    @Test
    void workGoesBothWays(Probe probe) {
        Promise<Work<JsonObject>> written = Promise.promise();
        probe.await(probe.accept("scribe.write", work -> {
            written.complete(work);
            return Future.succeededFuture(new Outcome("written", work.body()));
        }));
        probe.await(probe.publish("shop.ordered", TEA));
        assertThat(probe.await(written.future()).body()).isEqualTo(TEA);
        assertThat(probe.await(probe.event("noted")).body()).isEqualTo(TEA);
        String taking = probe.await(probe.submit("till.take", TEA));
        Event<JsonObject> taken = probe.await(probe.event("seat:till.taken"));
        assertThat(taken.subject()).isEqualTo(taking);
        assertThat(probe.await(probe.call("seat:till.count", TEA, JsonObject.class)))
                .isEqualTo(new JsonObject().put("count", 3));
        assertThat(probe.unseen()).isEmpty();
    }

    @Test
    void failuresAreDeadLettersAfterTheManifestsAttempts(Probe probe) {
        probe.await(probe.publish("shop.ordered", new JsonObject().put("item", "poison")));
        assertThat(probe.await(probe.deadLetter()).attempts()).isEqualTo(1);
        probe.await(probe.publish("shop.ordered", new JsonObject().put("item", "trouble")));
        assertThat(probe.await(probe.deadLetter()).attempts()).isEqualTo(2);
    }

    @Test
    void whatTheManifestDoesNotOfferIsSaid(Probe probe, Vertx vertx) {
        assertThatThrownBy(() -> probe.event("nothing"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("clerk.noted");
        assertThatThrownBy(() -> probe.await(probe.call("nothing", TEA, JsonObject.class)))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("NOT_DECLARED");
        Future<Object> onTheLoop = vertx.getOrCreateContext()
                .executeBlocking(() -> "")
                .map(done -> probe.await(Future.succeededFuture("x")));
        assertThatThrownBy(() -> probe.await(onTheLoop)).hasMessageContaining("test's own thread");
    }

    @Test
    void aViolationFailsTheTest() throws Exception {
        RaisedModule raised = RaisedModule.raise(new RaisedModule.Plan(
                DEFINITION, "clerk", ClerkModule::new, new JsonObject(), Map.of(), MeshTestIT.class.getClassLoader()));
        raised.requireNoViolation();
        Waiting.of(raised.mesh()
                .bus("clerk", Surroundings.NODE)
                .compose(bus -> bus.publish(io.meshbus.sdk.bus.Message.of(
                                "mesh.mod.shop.event.ordered", io.vertx.core.buffer.Buffer.buffer("forged")))
                        .compose(sent -> bus.flush())));
        assertThatThrownBy(raised::close).hasMessageContaining("mesh.mod.shop.event.ordered");
    }

    @Test
    void aModuleThatCannotStartSaysWhy() {
        assertThatThrownBy(() -> RaisedModule.raise(
                        new RaisedModule.Plan(DEFINITION, "clerk", null, null, Map.of(), new ClassLoader(null) {})))
                .isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> RaisedModule.raise(new RaisedModule.Plan(
                        DEFINITION, "clark", null, null, Map.of(), getClass().getClassLoader())))
                .hasMessageContaining("modules/clark/module.yaml");
    }
}
