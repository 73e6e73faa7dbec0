package io.meshbus.sdk.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaCheckTest {
    private final SchemaCheck check = SchemaCheck.of(new JsonObject(
            "{\"type\":\"object\",\"required\":[\"item\"],\"additionalProperties\":false,\"properties\":{"
                    + "\"item\":{\"type\":\"string\"},\"lines\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
                    + "\"properties\":{\"a/b\":{\"type\":\"integer\",\"minimum\":1}}}}}}"));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|/item",
                "{\"item\":7}|/item",
                "{\"item\":\"x\",\"more\":1}|/more",
                "{\"item\":\"x\",\"lines\":[{\"a/b\":1},{\"a/b\":0}]}|/lines/1/a~1b",
                "[]|''",
                "\"text\"|''",
                "not json|''",
            })
    void pointsAtWhatDoesNotFit(String json, String pointer) {
        assertThat(check.check(Buffer.buffer(json))).hasValueSatisfying(misfit -> {
            assertThat(misfit.pointer()).isEqualTo(pointer);
            assertThat(misfit.why()).isNotBlank();
        });
    }

    @Test
    void letsThroughWhatFits() {
        assertThat(check.check(Buffer.buffer("{\"item\":\"x\",\"lines\":[{\"a/b\":2}]}")))
                .isEmpty();
    }

    @Test
    void withoutASchemaOnlyJsonIsAskedFor() {
        SchemaCheck none = SchemaCheck.of(null);
        assertThat(none.check(Buffer.buffer("[1]"))).isEmpty();
        assertThat(none.check(Buffer.buffer("{"))).isPresent();
    }

    private static SchemaCheck schema(String json) {
        return SchemaCheck.of(new JsonObject(json));
    }

    private static String fault(String json) {
        return catchThrowableOfType(ProblemException.class, () -> schema(json))
                .problem()
                .why();
    }

    @Test
    void aWholeNumberIsAnIntegerHoweverItIsWritten() {
        SchemaCheck integer = schema("{\"type\":\"integer\"}");
        assertThat(integer.check(Buffer.buffer("1.0"))).isEmpty();
        assertThat(integer.check(Buffer.buffer("1.5"))).isPresent();
    }

    @Test
    void aFormatIsAskedFor() {
        SchemaCheck time = schema("{\"format\":\"date-time\"}");
        assertThat(time.check(Buffer.buffer("\"2026-12-01T10:00:00Z\""))).isEmpty();
        assertThat(time.check(Buffer.buffer("\"soon\""))).isPresent();
    }

    @Test
    void nothingIsFetched() throws Exception {
        try (ServerSocket elsewhere = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "http://127.0.0.1:" + elsewhere.getLocalPort() + "/schema.json";
            assertThat(fault("{\"$ref\":\"" + address + "\"}")).isNotBlank();
            assertThat(fault("{\"$dynamicRef\":\"" + address + "\"}")).isNotBlank();
            assertThat(fault("{\"$schema\":\"" + address + "\"}")).isNotBlank();
            assertThat(fault("{\"$ref\":\"file:///etc/hostname\"}")).isNotBlank();
            assertThat(fault("{\"$ref\":\"classpath:/logback.xml\"}")).isNotBlank();
            elsewhere.setSoTimeout(1);
            assertThatThrownBy(elsewhere::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void aPatternThatSearchesWithoutEndIsGivenUp() {
        SchemaCheck evil = schema("{\"pattern\":\"^(.*?,){11}P\"}");
        assertThat(evil.check(Buffer.buffer("\"" + "1,".repeat(24) + "\"")))
                .hasValueSatisfying(misfit -> assertThat(misfit.why()).contains("too often"));
        SchemaCheck deep = schema("{\"pattern\":\"^(a|b)*$\"}");
        assertThat(deep.check(Buffer.buffer("\"" + "ab".repeat(200_000) + "c\"")))
                .isPresent();
        assertThat(evil.check(Buffer.buffer("\"" + "1,".repeat(11) + "P\""))).isEmpty();
    }

    @Test
    void referencesThatDoubleOrGoRoundAreGivenUp() {
        StringBuilder doubling = new StringBuilder("{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
        for (int i = 0; i < 40; i++) {
            String next = "{\"$ref\":\"#/$defs/d" + (i + 1) + "\"}";
            doubling.append("\"d" + i + "\":{\"allOf\":[" + next + "," + next + "]},");
        }
        assertThat(fault(doubling + "\"d40\":{}}}")).contains("references");
        assertThat(fault((doubling + "\"d40\":{}}}").replace("$ref", "$dynamicRef")))
                .contains("references");
        assertThat(fault("{\"$ref\":\"#\"}")).isNotBlank();
        String tree = "{\"properties\":{\"a\":{\"$ref\":\"#\"}},\"allOf\":[{\"properties\":{\"a\":{\"$ref\":\"#\"}}}]}";
        String value = "{\"a\":".repeat(50) + "1" + "}".repeat(50);
        assertThat(schema(tree).check(Buffer.buffer(value)))
                .hasValueSatisfying(misfit -> assertThat(misfit.why()).contains("references"));
    }

    @Test
    void aLargeBodyThatFitsNowhereCostsNoListOfFaults() {
        String body = "[" + "1,".repeat(200_000) + "1]";
        assertThat(schema("{\"items\":{\"type\":\"string\"}}").check(Buffer.buffer(body)))
                .hasValueSatisfying(misfit -> assertThat(misfit.pointer()).isEqualTo("/0"));
    }

    @Test
    void twoSchemasOfOneNameDoNotMeet() {
        SchemaCheck text = schema("{\"$id\":\"mesh:one\",\"type\":\"string\"}");
        SchemaCheck number = schema("{\"$id\":\"mesh:one\",\"type\":\"number\"}");
        assertThat(text.check(Buffer.buffer("\"x\""))).isEmpty();
        assertThat(number.check(Buffer.buffer("\"x\""))).isPresent();
    }
}
