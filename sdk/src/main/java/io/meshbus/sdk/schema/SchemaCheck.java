package io.meshbus.sdk.schema;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One JSON Schema (2020-12), compiled once. On one thread at a time. */
public final class SchemaCheck {
    private static final Pattern UNKNOWN =
            Pattern.compile("Property \"(.*)\" does not match additional properties schema");
    private static final Pattern MISSING = Pattern.compile("required property \"(.+)\"");

    private final @Nullable Validator validator;

    private SchemaCheck(@Nullable Validator validator) {
        this.validator = validator;
    }

    /** @param schema null lets everything pass that is JSON */
    public static SchemaCheck of(@Nullable JsonObject schema) {
        if (schema == null) {
            return new SchemaCheck(null);
        }
        return new SchemaCheck(Validator.create(
                JsonSchema.of(schema.copy()),
                new JsonSchemaOptions()
                        .setBaseUri("mesh:schema")
                        .setDraft(Draft.DRAFT202012)
                        .setOutputFormat(OutputFormat.Basic)));
    }

    /**
     * Where and why a value does not fit.
     *
     * @param pointer JSON pointer; empty for the whole
     */
    public record Misfit(String pointer, String why) {
        /** {@code INVALID} at the pointer. */
        public Problem problem(String what) {
            return new Problem(
                    ProblemCode.INVALID,
                    what + " does not fit its schema",
                    pointer.isEmpty() ? "/" : pointer,
                    why,
                    "send what the schema says");
        }
    }

    /** The most exact finding, if any. */
    public Optional<Misfit> check(Buffer json) {
        Object value;
        try {
            value = parse(json);
        } catch (ProblemException notJson) {
            return Optional.of(
                    new Misfit("", "it is not JSON: " + notJson.problem().why()));
        }
        if (validator == null) {
            return Optional.empty();
        }
        OutputUnit result = validator.validate(value);
        return Boolean.TRUE.equals(result.getValid()) ? Optional.empty() : Optional.of(worst(result));
    }

    /** As the validator wants it: {@code JsonObject}, {@code JsonArray} or a plain value. */
    @SuppressWarnings("unchecked")
    private static Object parse(Buffer text) {
        Object value = WireCodec.decode(text, Object.class);
        if (value instanceof Map<?, ?> map) {
            return new JsonObject((Map<String, Object>) map);
        }
        return value instanceof List<?> list ? new JsonArray(list) : value;
    }

    private static Misfit worst(OutputUnit result) {
        List<OutputUnit> errors = result.getErrors();
        if (errors == null || errors.isEmpty()) {
            return new Misfit("", "it does not fit");
        }
        Comparator<OutputUnit> deepest = Comparator.comparingInt((OutputUnit e) -> depth(e.getInstanceLocation()))
                .thenComparingInt(e -> depth(e.getKeywordLocation()));
        OutputUnit error = errors.stream().max(deepest).orElseThrow();
        String pointer = error.getInstanceLocation().replaceFirst("^#", "");
        Matcher missing = MISSING.matcher(error.getError());
        if (missing.find()) {
            pointer += "/" + missing.group(1).replace("~", "~0").replace("/", "~1");
        }
        Matcher unknown = UNKNOWN.matcher(error.getError());
        return new Misfit(
                pointer, unknown.matches() ? "there is no member \"" + unknown.group(1) + "\"" : error.getError());
    }

    private static int depth(@Nullable String location) {
        return location == null
                ? 0
                : (int) location.chars().filter(c -> c == '/').count();
    }
}
