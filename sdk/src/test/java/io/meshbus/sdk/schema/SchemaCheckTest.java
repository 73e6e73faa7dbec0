package io.meshbus.sdk.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
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
}
