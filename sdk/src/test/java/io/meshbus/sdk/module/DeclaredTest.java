package io.meshbus.sdk.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class DeclaredTest {
    private final Declared declared = new Declared(Manifests.of("orders")
            .emits("placed", null)
            .serves("list", null, null, Duration.ofSeconds(1))
            .consumes("clock.tick", "billing.paid", "billing.refunded", "seat:desk.reviewed")
            .uses("pricing.quote")
            .holds("desk", "unknown-desk")
            .submits("mesh-builder.build")
            .context("n1", Manifests.desk()));

    @Test
    void letsThroughWhatTheManifestSays() {
        assertThat(declared.used("pricing.quote").subject()).isEqualTo("mesh.mod.pricing.tool.quote");
        assertThat(declared.served("list").ref().subject()).isEqualTo("mesh.mod.orders.tool.list");
        assertThat(declared.emitted("placed").ref().subject()).isEqualTo("mesh.mod.orders.event.placed");
        assertThat(declared.emitted("seat:desk.reviewed").ref().subject()).isEqualTo("mesh.seat.desk.event.reviewed");
        assertThat(declared.submitted("mesh-builder.build").subject()).isEqualTo("mesh.seat.mesh-builder.accept.build");
        assertThat(declared.accepted("desk.review").subject()).isEqualTo("mesh.seat.desk.accept.review");
    }

    @Test
    void aPatternMeansTheConsumedEventsThatFitIt() {
        assertThat(declared.consumed("billing.*"))
                .extracting(EventRef::toString)
                .containsExactly("billing.paid", "billing.refunded");
        assertThat(declared.consumed("seat:desk.*"))
                .extracting(EventRef::toString)
                .containsExactly("seat:desk.reviewed");
        assertThat(declared.consumed("clock.tick")).hasSize(1);
    }

    @Test
    void aProtocolThatIsNotKnownHereIsLeftToTheServer() {
        assertThat(declared.accepted("unknown-desk.anything").subject())
                .isEqualTo("mesh.seat.unknown-desk.accept.anything");
        assertThat(declared.emitted("seat:unknown-desk.anything").schema()).isNull();
    }

    @Test
    void anythingElseNamesTheLineToAdd() {
        refused(() -> declared.used("stock.take"), "uses: [ pricing.quote, stock.take ]");
        refused(() -> declared.served("drop"), "serves: { drop: { description: …, input: schemas/drop.json } }");
        refused(() -> declared.emitted("lost"), "emits: { lost: { schema: schemas/lost.json } }");
        refused(
                () -> declared.consumed("clock.tock"),
                "consumes: [ clock.tick, billing.paid, billing.refunded, seat:desk.reviewed, clock.tock ]");
        refused(() -> declared.consumed("bill.*"), "bill.… ]");
        refused(() -> declared.submitted("desk.review"), "seats: { submits: [ mesh-builder.build, desk.review ] }");
        refused(() -> declared.accepted("other.x"), "seats: { holds: [ desk, unknown-desk, other ] }");
        refused(() -> declared.accepted("desk.paint"), "accepts: { paint: {} }");
        refused(() -> declared.emitted("seat:desk.lost"), "emits: { lost: {} }");
    }

    @Test
    void aBadNameIsABadName() {
        assertThatThrownBy(() -> declared.emitted("orders.placed"))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.code()).isEqualTo(ProblemCode.BAD_NAME));
    }

    private static void refused(ThrowingCallable use, String line) {
        assertThatThrownBy(use).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.code()).isEqualTo(ProblemCode.NOT_DECLARED);
            assertThat(e.problem().remedy()).endsWith(line);
        });
    }
}
