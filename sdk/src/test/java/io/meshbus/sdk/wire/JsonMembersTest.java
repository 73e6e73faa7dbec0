package io.meshbus.sdk.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.id.NodeId;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonMembersTest {
    private final Report report = new Report(
            1,
            new NodeId("n1"),
            1,
            1,
            1,
            "d",
            Report.Outcome.CONVERGED,
            "",
            List.of(),
            new JsonObject()
                    .put("load", 0.5)
                    .put(
                            "inner",
                            new JsonObject().put("a", new JsonArray().add(1).add("x"))));

    @Test
    void aJsonMemberComesBackAsItWas() {
        assertThat(WireCodec.decode(WireCodec.encode(report), Report.class)).isEqualTo(report);
    }

    @Test
    void whatFollowsTheDocumentIsStillRefused() {
        Buffer body = WireCodec.encode(report).appendString("{}");
        assertThatThrownBy(() -> WireCodec.decode(body, Report.class)).hasMessageContaining("[BAD_PAYLOAD]");
    }

    @Test
    void aJsonMemberOfAnotherKindIsRefusedWithItsPath() {
        Buffer body = Buffer.buffer(WireCodec.encode(report).toString().replaceAll("\"facts\":.*", "\"facts\":7}"));
        assertThatThrownBy(() -> WireCodec.decode(body, Report.class))
                .hasMessageContaining("facts")
                .hasMessageContaining("[BAD_PAYLOAD]");
    }
}
