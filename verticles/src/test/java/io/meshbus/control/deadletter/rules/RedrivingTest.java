package io.meshbus.control.deadletter.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.control.DefinitionText;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.wire.DeadLetter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RedrivingTest {
    private static final Definition SHOP =
            DefinitionReader.read(new DefinitionSource(DefinitionText.shop("1.0.0"), Map.of()));

    private static DeadLetter letter(String stream, String module, String subject) {
        Map<String, List<String>> headers = Map.of(
                "Nats-Msg-Id", List.of("old"),
                "nats-expected-stream", List.of("X"),
                "Mesh-Original-Subject", List.of("mesh.mod.shop.event.forged"),
                "traceparent", List.of("00-1"));
        return new DeadLetter(1, stream, module, 7, subject, module, 5, "FAILED", "", headers, "e30=");
    }

    @Test
    void anEventGoesToTheModuleThatFailedWithoutTheServersHeaders() {
        Redriving.Way way = Redriving.back(SHOP, letter("EVENTS", "till", "mesh.mod.shop.event.sold"), "r1");
        assertThat(way.subject()).isEqualTo("mesh.mod.till.redrive.r1");
        assertThat(way.headers().values())
                .containsOnly(
                        Map.entry("traceparent", List.of("00-1")),
                        Map.entry("Mesh-Original-Subject", List.of("mesh.mod.shop.event.sold")));
    }

    @Test
    void whatNobodyWouldGetStays() {
        assertThatThrownBy(() -> Redriving.back(SHOP, letter("EVENTS", "gone", "mesh.mod.shop.event.sold"), "r1"))
                .hasMessageContaining("no module gone");
        assertThatThrownBy(() -> Redriving.back(SHOP, letter("EVENTS", "shop", "mesh.mod.shop.event.sold"), "r1"))
                .hasMessageContaining("does not consume it");
        assertThatThrownBy(() -> Redriving.back(SHOP, letter("SEAT_desk", "seat:desk", "mesh.seat.desk.accept.x"), "r"))
                .hasMessageContaining("does not take");
        assertThatThrownBy(() -> Redriving.back(SHOP, letter("DEAD_IN", "deadletter", "mesh.mod.shop.dead"), "r1"))
                .hasMessageContaining("REFUSED");
    }
}
