package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Violations.Kind.PUBLISH;
import static io.meshbus.sdk.impl.Violations.Kind.SUBSCRIBE;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.id.PrincipalId;
import org.junit.jupiter.api.Test;

class MissingLineTest {
    private static final PrincipalId ORDERS = new PrincipalId("orders.n1");

    private static void missing(Violations.Kind kind, String subject, String line) {
        assertThat(MissingLine.remedy(ORDERS, kind, subject))
                .contains("`" + line + "`")
                .contains("modules/orders/module.yaml");
    }

    @Test
    void everyGrantOfAManifestHasItsLine() {
        missing(PUBLISH, "mesh.mod.orders.event.placed", "emits: { placed: {} }");
        missing(PUBLISH, "mesh.mod.pricing.tool.quote", "uses: [ pricing.quote ]");
        missing(PUBLISH, "mesh.seat.desk.tool.backlog", "uses: [ seat:desk.backlog ]");
        missing(PUBLISH, "mesh.seat.desk.accept.review", "seats: { submits: [ desk.review ] }");
        missing(PUBLISH, "mesh.seat.desk.event.reviewed", "seats: { holds: [ desk ] }");
        missing(PUBLISH, "streams.API.CONSUMER.MSG.NEXT.EVENTS.orders", "consumes: [ … ]");
        missing(PUBLISH, "streams.API.CONSUMER.MSG.NEXT.SEAT_desk.holders", "seats: { holds: [ desk ] }");
        missing(SUBSCRIBE, "mesh.mod.orders.tool.list", "serves: { list: { description: … } }");
        missing(SUBSCRIBE, "mesh.seat.desk.tool.backlog", "seats: { holds: [ desk ] }");
    }

    @Test
    void whatNoManifestCanGrantIsNotPromised() {
        for (String subject : new String[] {
            "mesh.mod.billing.event.paid",
            "mesh.control.n1.report",
            "$JS.API.STREAM.DELETE.X",
            "mesh",
            "x",
            "mesh.mod.a b.tool.c"
        }) {
            assertThat(MissingLine.remedy(ORDERS, PUBLISH, subject)).doesNotContain("module.yaml");
        }
        assertThat(MissingLine.remedy(ORDERS, SUBSCRIBE, "mesh.mod.pricing.tool.quote"))
                .doesNotContain("module.yaml");
        assertThat(MissingLine.remedy(new PrincipalId("person.admin"), PUBLISH, "mesh.mod.pricing.tool.quote"))
                .doesNotContain("module.yaml");
    }
}
