package io.meshbus.sdk.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec 4.3, byte for byte. */
class EnvelopeTest {
    private static final String PLAIN =
            "{\"specversion\":\"1.0\",\"id\":\"e-1\",\"source\":\"mesh://demo/n1/orders\",\"type\":\"orders.placed\","
                    + "\"time\":\"2026-01-02T03:04:05.000Z\",\"datacontenttype\":\"application/json\","
                    + "\"data\":{\"item\":\"tea\",\"price\":3.20}}";
    private static final String FULL = "{\"specversion\":\"1.0\",\"id\":\"e-2\",\"source\":\"mesh://demo/n2/pricing\","
            + "\"type\":\"seat:pricing-desk.reviewed\",\"subject\":\"work/1 \\\"ü\\\"\","
            + "\"time\":\"2026-01-02T03:04:05.678Z\",\"datacontenttype\":\"application/json\","
            + "\"dataschema\":\"https://example.org/s\","
            + "\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\","
            + "\"data\":[1, 2.50,1e3 ,\"\\u00fc/ü\",null,{\"a\": true}]}";

    @Test
    void writesTheMembersInOrderWithoutSpaces() {
        Envelope envelope = new Envelope(
                "e-1",
                "mesh://demo/n1/orders",
                "orders.placed",
                null,
                Instant.parse("2026-01-02T03:04:05.000999Z"),
                Envelope.JSON,
                null,
                null,
                Map.of(),
                Buffer.buffer("{\"item\":\"tea\",\"price\":3.20}"));
        assertThat(text(envelope.encode())).isEqualTo(PLAIN);
    }

    @Test
    void readsWhatItWritesAndWritesWhatItRead() {
        assertThat(text(relayed(PLAIN))).isEqualTo(PLAIN);
        assertThat(text(relayed(FULL))).isEqualTo(FULL);
        Envelope full = Envelope.decode(Buffer.buffer(FULL));
        assertThat(full.subject()).isEqualTo("work/1 \"ü\"");
        assertThat(full.time()).isEqualTo(Instant.parse("2026-01-02T03:04:05.678Z"));
        assertThat(text(full.data())).isEqualTo("[1, 2.50,1e3 ,\"\\u00fc/ü\",null,{\"a\": true}]");
    }

    @Test
    void keepsUnknownMembersBeforeTheDataAndByteForByte() {
        String known = PLAIN.substring(0, PLAIN.indexOf("\"data\":{"));
        String unknown = "\"priority\":1.0,\"tags\":[\"a\", {\"b\":\"}\"}],\"note\":\"x\\ty\",\"gone\":null,";
        String relayed = known + unknown + PLAIN.substring(PLAIN.indexOf("\"data\":{"));
        assertThat(text(relayed(relayed))).isEqualTo(relayed);
        String behind = PLAIN.substring(0, PLAIN.length() - 1) + ",\"data_base64\":\"AAE=\"}";
        Envelope envelope = Envelope.decode(Buffer.buffer(behind));
        assertThat(text(envelope.extensions().get("data_base64"))).isEqualTo("\"AAE=\"");
        assertThat(text(envelope.encode())).contains("\"data_base64\":\"AAE=\",\"data\":{");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null", "7", "-1.50e-3", "\"text\"", "true", "[]", "\"\\\\\\\"\""})
    void dataIsAnyJson(String data) {
        String text = PLAIN.substring(0, PLAIN.indexOf("{\"item\"")) + data + "}";
        assertThat(text(Envelope.decode(Buffer.buffer(text)).data())).isEqualTo(data);
        assertThat(text(relayed(text))).isEqualTo(text);
    }

    @Test
    void anEventMayHaveNoData() {
        String text = PLAIN.substring(0, PLAIN.indexOf(",\"data\":{")) + "}";
        assertThat(Envelope.decode(Buffer.buffer(text)).data()).isNull();
        assertThat(text(relayed(text))).isEqualTo(text);
    }

    @Test
    void anotherProducersTimeIsTheSameInstant() {
        String text = PLAIN.replace("2026-01-02T03:04:05.000Z", "2026-01-02T05:04:05+02:00");
        assertThat(text(relayed(text))).isEqualTo(PLAIN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"specversion\":\"1.0\",|''|specversion",
                "\"1.0\"|\"0.3\"|specversion",
                "\"id\":\"e-1\",|''|id",
                "\"e-1\"|\"\"|id",
                "\"e-1\"|7|id",
                "\"source\":\"mesh://demo/n1/orders\",|''|source",
                "\"orders.placed\"|null|type",
                "2026-01-02T03:04:05.000Z|yesterday|time",
            })
    void namesTheMemberThatIsMissingOrIllTyped(String there, String instead, String member) {
        String text = PLAIN.replace(there, instead.equals("''") ? "" : instead);
        assertThat(text).isNotEqualTo(PLAIN);
        assertThatThrownBy(() -> Envelope.decode(Buffer.buffer(text)))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.code()).isEqualTo(ProblemCode.BAD_PAYLOAD);
                    assertThat(e.problem().where()).isEqualTo(member);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "7", "{", "not json", "{\"id\":\"a\",\"id\":\"b\"}", "{} {}"})
    void refusesWhatIsNoEnvelope(String text) {
        assertThatThrownBy(() -> Envelope.decode(Buffer.buffer(text)))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.code()).isEqualTo(ProblemCode.BAD_PAYLOAD));
    }

    @Test
    void refusesDataDeeperThanTheBound() {
        String deep = "[".repeat(WireCodec.DEPTH_MAX + 1) + "]".repeat(WireCodec.DEPTH_MAX + 1);
        String text = PLAIN.substring(0, PLAIN.indexOf("{\"item\"")) + deep + "}";
        assertThatThrownBy(() -> Envelope.decode(Buffer.buffer(text))).isInstanceOf(ProblemException.class);
    }

    private static Buffer relayed(String text) {
        return Envelope.decode(Buffer.buffer(text)).encode();
    }

    private static String text(Buffer bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
