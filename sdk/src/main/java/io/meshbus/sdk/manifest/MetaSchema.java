package io.meshbus.sdk.manifest;

import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.SchemaException;
import io.vertx.json.schema.SchemaRepository;
import io.vertx.json.schema.Validator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Whether an object is a JSON Schema of draft 2020-12, by its own meta-schema. */
final class MetaSchema {
    private static final String BASE = "https://json-schema.org/draft/2020-12/";
    private static final String RESOURCES = "/json-schema.org/draft/2020-12/";
    private static final List<String> VOCABULARIES = List.of(
            "meta/core",
            "meta/applicator",
            "meta/unevaluated",
            "meta/validation",
            "meta/meta-data",
            "meta/format-annotation",
            "meta/content");
    private static final JsonSchemaOptions OPTIONS = new JsonSchemaOptions()
            .setBaseUri("app://meshbus")
            .setDraft(Draft.DRAFT202012)
            .setOutputFormat(OutputFormat.Basic);
    private static final Validator VALIDATOR = validator();

    private MetaSchema() {}

    private static Validator validator() {
        SchemaRepository repository = SchemaRepository.create(OPTIONS);
        for (String vocabulary : VOCABULARIES) {
            repository.dereference(BASE + vocabulary, JsonSchema.of(resource(vocabulary)));
        }
        JsonSchema schema = JsonSchema.of(resource("schema"));
        repository.dereference(BASE + "schema", schema);
        return repository.validator(schema);
    }

    private static JsonObject resource(String name) {
        try (InputStream in = JsonSchema.class.getResourceAsStream(RESOURCES + name)) {
            if (in == null) {
                throw new IllegalStateException("no " + RESOURCES + name + " on the class path");
            }
            return new JsonObject(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Why the object is no schema; empty when it is one. The validator writes marks into a schema, so it gets copies. */
    static Optional<String> fault(JsonObject original) {
        JsonObject schema = original.copy();
        try {
            OutputUnit result = VALIDATOR.validate(schema);
            if (Boolean.TRUE.equals(result.getValid())) {
                return compile(schema);
            }
            List<OutputUnit> errors = result.getErrors();
            return Optional.of(
                    errors == null || errors.isEmpty()
                            ? "the meta-schema refuses it"
                            : describe(errors.get(errors.size() - 1)));
        } catch (SchemaException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static String describe(OutputUnit error) {
        return "at " + error.getInstanceLocation() + ": " + error.getError();
    }

    /** References resolve and patterns are regular expressions only when somebody tries. */
    private static Optional<String> compile(JsonObject schema) {
        try {
            Validator.create(JsonSchema.of(schema), OPTIONS).validate(new JsonObject());
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
