package io.meshbus.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallInputTest {
    @Test
    void nothingIsAnEmptyObject() {
        assertThat(CallInput.of(null, Map.of()).toString()).isEqualTo("{}");
    }

    @Test
    void argumentsAreWhatTheyLookLike() {
        Map<String, String> args = new LinkedHashMap<>();
        args.put("item", "tea");
        args.put("count", "2");
        args.put("urgent", "true");
        args.put("price", "1.5");
        args.put("quoted", "\"2\"");
        args.put("tags", "[\"a\"]");
        assertThat(CallInput.of(null, args).toString())
                .isEqualTo(
                        "{\"item\":\"tea\",\"count\":2,\"urgent\":true,\"price\":1.5,\"quoted\":\"2\",\"tags\":[\"a\"]}");
    }

    @Test
    void jsonGoesAsItIsAndArgumentsAddToIt() {
        assertThat(CallInput.of("{ \"a\" : 1 }", Map.of()).toString()).isEqualTo("{ \"a\" : 1 }");
        assertThat(new JsonObject(CallInput.of("{\"a\":1}", Map.of("b", "2"))))
                .isEqualTo(new JsonObject().put("a", 1).put("b", 2));
    }

    @Test
    void aFileHoldsTheInput(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("in.json"), "[1]");
        assertThat(CallInput.of("@" + file, Map.of()).toString()).isEqualTo("[1]");
    }

    @Test
    void whatIsNoJsonIsRefusedBeforeItIsSent() {
        ProblemException refused =
                catchThrowableOfType(ProblemException.class, () -> CallInput.of("{item: tea}", Map.of()));
        assertThat(refused.code()).isEqualTo(ProblemCode.BAD_PAYLOAD);
        assertThat(refused.problem().remedy()).contains("--arg");
        assertThat(catchThrowableOfType(ProblemException.class, () -> CallInput.of("[1]", Map.of("a", "b")))
                        .code())
                .isEqualTo(ProblemCode.USAGE);
        assertThat(catchThrowableOfType(ProblemException.class, () -> CallInput.of("@/nowhere/x", Map.of()))
                        .code())
                .isEqualTo(ProblemCode.USAGE);
    }
}
