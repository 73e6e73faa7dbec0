package io.meshbus.sdk.manifest;

import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.schema.SchemaCheck;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** Whether an object is a JSON Schema of draft 2020-12, by its own meta-schema and by compiling it. */
final class MetaSchema {
    private static final SchemaCheck META = SchemaCheck.ofSchemas();

    private MetaSchema() {}

    /** Why the object is no schema; empty when it is one. */
    static Optional<String> fault(JsonObject schema) {
        return META.check(WireCodec.encode(schema))
                .map(misfit -> "at #" + misfit.pointer() + ": " + misfit.why())
                .or(() -> compile(schema));
    }

    /** References resolve and patterns are regular expressions only when somebody tries. */
    private static Optional<String> compile(JsonObject schema) {
        try {
            SchemaCheck.of(schema);
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem().why());
        }
    }
}
