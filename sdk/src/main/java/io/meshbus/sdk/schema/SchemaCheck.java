package io.meshbus.sdk.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * One JSON Schema (2020-12), compiled once. Safe from any thread, and quick enough for an event loop: what a body or a
 * schema can make it do is bounded, and nothing is fetched from anywhere.
 */
public final class SchemaCheck {
    private static final String DRAFT = "https://json-schema.org/draft/2020-12/";
    /** Of a longer body only the first fault is looked for; of all of them there could be as many as it has bytes. */
    private static final int ALL_FAULTS_BYTES_MAX = 64 << 10;

    private static final Set<String> UNKNOWN_MEMBER = Set.of("additionalProperties", "unevaluatedProperties");
    private static final Comparator<Error> DEEPEST = Comparator.comparingInt(
                    (Error error) -> error.getInstanceLocation().getNameCount())
            .thenComparingInt(error -> error.getEvaluationPath().getNameCount());
    private static final Dialect DIALECT = Dialect.builder(Dialects.getDraft202012())
            .keyword(new Bounds.Reference())
            .keyword(new Bounds.DynamicReference())
            .unknownKeywordFactory((keyword, context) -> new NonValidationKeyword(keyword))
            .build();
    private static final SchemaRegistryConfig CONFIG = SchemaRegistryConfig.builder()
            .locale(Locale.ENGLISH)
            .formatAssertionsEnabled(true)
            .losslessNarrowing(true)
            .regularExpressionFactory(Bounds::pattern)
            .build();

    private final @Nullable Schema schema;

    private SchemaCheck(@Nullable Schema schema) {
        this.schema = schema;
    }

    /**
     * @param schema null lets everything pass that is JSON
     * @throws ProblemException {@code INVALID} when it is no schema: a pattern that is none, a reference to nothing or
     *     round in circles
     */
    public static SchemaCheck of(@Nullable JsonObject schema) {
        if (schema == null) {
            return new SchemaCheck(null);
        }
        try {
            Schema compiled = registry().getSchema(WireCodec.decode(WireCodec.encode(schema), JsonNode.class));
            compiled.initializeValidators();
            SchemaCheck check = new SchemaCheck(compiled);
            check.faults(WireCodec.decode(Buffer.buffer("{}"), JsonNode.class), false);
            return check;
        } catch (SchemaException | PatternSyntaxException | Bounds.TooMuch e) {
            throw unusable(String.valueOf(e.getMessage()), e);
        } catch (StackOverflowError e) {
            throw unusable("its references lead round in circles", e);
        }
    }

    /** The schema of schemas. */
    public static SchemaCheck ofSchemas() {
        return new SchemaCheck(registry().getSchema(SchemaLocation.of(DRAFT + "schema")));
    }

    /** One for each schema: names inside of one must not meet those of another. */
    private static SchemaRegistry registry() {
        return SchemaRegistry.withDialect(
                DIALECT,
                builder -> builder.schemaRegistryConfig(CONFIG)
                        .schemaLoader(loader ->
                                loader.allow(address -> address.toString().startsWith(DRAFT))));
    }

    private static ProblemException unusable(String why, Throwable cause) {
        return new ProblemException(
                Problem.of(ProblemCode.INVALID, "this is not a JSON Schema", why, "correct it by JSON Schema 2020-12"),
                cause);
    }

    /**
     * Where and why a value does not fit.
     *
     * @param pointer JSON pointer; empty for the whole
     */
    public record Misfit(String pointer, String why) {
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
        JsonNode value;
        try {
            value = WireCodec.decode(json, JsonNode.class);
        } catch (ProblemException notJson) {
            return whole("it is not JSON: " + notJson.problem().why());
        }
        if (value.isNull()) {
            return whole("it is not JSON: the body is the JSON null");
        }
        try {
            return faults(value, json.length() > ALL_FAULTS_BYTES_MAX).stream()
                    .max(DEEPEST)
                    .map(SchemaCheck::misfit);
        } catch (Bounds.TooMuch e) {
            return whole("it cannot be checked: " + e.getMessage());
        } catch (StackOverflowError e) {
            return whole("it cannot be checked: a pattern or a reference of its schema goes too deep");
        }
    }

    private List<Error> faults(JsonNode value, boolean first) {
        return schema == null
                ? List.of()
                : schema.validate(value, OutputFormat.DEFAULT, check -> {
                    check.setCollectorContext(new Bounds.Followed());
                    check.setFailFast(first);
                });
    }

    private static Optional<Misfit> whole(String why) {
        return Optional.of(new Misfit("", why));
    }

    private static Misfit misfit(Error error) {
        String where = error.getInstanceLocation().toString();
        String member = error.getProperty();
        if (member == null) {
            return new Misfit(where, error.getMessage());
        }
        String pointer = where + "/" + member.replace("~", "~0").replace("/", "~1");
        return new Misfit(
                pointer,
                UNKNOWN_MEMBER.contains(error.getKeyword())
                        ? "there is no member \"" + member + "\""
                        : error.getMessage());
    }
}
