package io.meshbus.sdk.module;

import io.meshbus.sdk.schema.SchemaCheck;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a tool's call costs beyond its bytes: JSON read and written, a small schema checked. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SchemaBench {
    private final SchemaCheck check = SchemaCheck.of(
            new JsonObject(
                    "{\"type\":\"object\",\"required\":[\"text\"],\"additionalProperties\":false,\"properties\":{\"text\":{\"type\":\"string\"}}}"));
    private final JsonObject value = new JsonObject().put("text", "x".repeat(245));
    private final Buffer text = Json.write(value);

    @Benchmark
    public Optional<SchemaCheck.Misfit> parseAndCheck() {
        return check.check(text);
    }

    @Benchmark
    public Object parse() {
        return Json.read(text, Object.class);
    }

    @Benchmark
    public JsonObject bind() {
        return Json.read(text, JsonObject.class);
    }

    @Benchmark
    public Buffer write() {
        return Json.write(value);
    }
}
