package io.meshbus.launcher.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class CliOutputTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CliOutput output =
            new CliOutput(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);

    @Test
    void theAnswerGoesToStdoutAndWhatIsSaidAboutItToStderr() {
        output.line("ready");
        output.note("in a moment");
        assertThat(out()).isEqualTo("ready" + System.lineSeparator());
        assertThat(err()).isEqualTo("in a moment" + System.lineSeparator());
    }

    @Test
    void withJsonOnlyTheDocumentIsOnStdout() {
        output.answerInJson(true);
        output.line("a line for people");
        output.table(new Table("A").row("b"));
        output.document(new JsonObject().put("ready", true));
        assertThat(new JsonObject(out()).getBoolean("ready")).isTrue();
        assertThat(err()).contains("a line for people");
    }

    @Test
    void aProblemNamesPlaceReasonCodeAndRemedy() {
        output.problems(List.of(problem()));
        assertThat(err())
                .isEqualTo(String.join(
                        System.lineSeparator(),
                        "error: mesh.yaml:3: unknown key \"nods\": it is not of the grammar [DEFINITION_INVALID]",
                        "       did you mean \"nodes\"?",
                        ""));
        assertThat(out()).isEmpty();
    }

    @Test
    void withJsonAProblemIsADocumentToo() {
        output.answerInJson(true);
        output.problems(List.of(problem(), problem()));
        JsonObject document = new JsonObject(out());
        assertThat(document.getJsonArray("problems")).hasSize(2);
        assertThat(document.getJsonArray("problems").getJsonObject(0).getMap())
                .containsEntry("code", "DEFINITION_INVALID")
                .containsEntry("number", 1201)
                .containsEntry("where", "mesh.yaml:3")
                .containsEntry("remedy", "did you mean \"nodes\"?");
    }

    @Test
    void nothingFromOutsideSteersTheTerminal() {
        output.problems(List.of(Problem.of(ProblemCode.FAILED, "it said \u001b[2Jgone\u0007\r", "", "")));
        output.table(new Table("NAME").row("a\u001b[31m\nb"));
        assertThat(err() + out())
                .doesNotContain("\u001b")
                .doesNotContain("\u0007")
                .doesNotContain("\r");
        assertThat(out().lines()).hasSize(2);
    }

    @Test
    void coloursWrapWhereATerminalIs() {
        CliOutput coloured = new CliOutput(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), true);
        coloured.problems(List.of(problem()));
        assertThat(err()).startsWith("\u001b[1;31merror\u001b[0m: mesh.yaml:3");
    }

    private static Problem problem() {
        return Problem.of(
                        ProblemCode.DEFINITION_INVALID,
                        "unknown key \"nods\"",
                        "it is not of the grammar",
                        "did you mean \"nodes\"?")
                .at("mesh.yaml:3");
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }
}
