package io.meshbus.demo.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.module.CallException;
import io.meshbus.sdk.module.Event;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.testing.MeshTest;
import io.meshbus.sdk.testing.Probe;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The module with the manifest and the seat of the demo mesh, alone on a real bus. */
class PricingModuleIT {
    private static final Path DEMO = Path.of(System.getProperty("meshbus.root", "../.."), "configs", "demo");

    @RegisterExtension
    static final MeshTest MESH = MeshTest.of(DEMO, "pricing");

    @Test
    void quotesWhatItSells(Probe probe) {
        JsonObject quote = probe.await(probe.call("quote", new JsonObject().put("item", "tea"), JsonObject.class));
        assertThat(quote.getDouble("price")).isEqualTo(3.2);
        assertThat(quote.getString("currency")).isEqualTo("EUR");
    }

    @Test
    void saysWhatItDoesNotSell(Probe probe) {
        JsonObject gold = new JsonObject().put("item", "gold");
        assertThatThrownBy(() -> probe.await(probe.call("quote", gold, JsonObject.class)))
                .isInstanceOfSatisfying(CallException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ProblemCode.FAILED);
                    assertThat(failure.reason()).isEqualTo("UNKNOWN_ITEM");
                });
    }

    @Test
    void theDeskReviewsALargeOrderWithItsDiscount(Probe probe) {
        JsonObject order = new JsonObject().put("item", "tea").put("quantity", 100);
        String work = probe.await(probe.submit("pricing-desk.review", order));
        Event<JsonObject> reviewed = probe.await(probe.event("seat:pricing-desk.reviewed"));
        assertThat(reviewed.subject()).isEqualTo(work);
        assertThat(reviewed.body().getDouble("total")).isEqualTo(288.0);
    }

    @Test
    void whatIsNoOrderNeverReachesTheDesk(Probe probe) {
        JsonObject order = new JsonObject().put("item", "").put("quantity", 0);
        assertThatThrownBy(() -> probe.await(probe.submit("pricing-desk.review", order)))
                .hasMessageContaining("INVALID");
    }
}
