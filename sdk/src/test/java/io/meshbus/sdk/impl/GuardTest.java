package io.meshbus.sdk.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                ".a",
                "a.",
                "a..b",
                "a b",
                " a",
                "a\tb",
                "a\r\nPUB x 0\r\n\r\n",
                "a\n",
                "a\0b",
                "ünï",
                "a.\u00a0",
                "a.*",
                "a.>",
                ">",
                "*",
                "a*b",
                "\u200b"
            })
    void refusesToPublishOnAHostileSubject(String subject) {
        assertThat(code(() -> Guard.literal(subject, false))).isEqualTo(ProblemCode.BAD_SUBJECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a>", ">.a", "a.>.b", "a*", "**", "a.b*", "", "a..*"})
    void refusesAWildcardWhereItCannotStand(String pattern) {
        assertThat(code(() -> Guard.pattern(pattern, false))).isEqualTo(ProblemCode.BAD_SUBJECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {">", "*", "a.*.b", "a.>", "a.b", "$JS.ACK.x", "A"})
    void takesProperPatterns(String pattern) {
        assertThatCode(() -> Guard.pattern(pattern, false)).doesNotThrowAnyException();
    }

    @Test
    void refusesASubjectThatIsTooLong() {
        assertThat(code(() -> Guard.literal("a".repeat(Guard.SUBJECT_CHARS_MAX + 1), false)))
                .isEqualTo(ProblemCode.BAD_SUBJECT);
    }

    @Test
    void namesTheCharacterWithoutPrintingIt() {
        ProblemException e = catchThrowableOfType(ProblemException.class, () -> Guard.literal("a\r\nPUB", false));
        assertThat(e.getMessage()).contains("U+000D").doesNotContain("\r").doesNotContain("\n");
    }

    @Test
    void refusesHeadersThatCouldInject() {
        assertThat(header("a: b", "v")).isEqualTo(ProblemCode.BAD_PAYLOAD);
        assertThat(header("", "v")).isEqualTo(ProblemCode.BAD_PAYLOAD);
        assertThat(header("a\r\nb", "v")).isEqualTo(ProblemCode.BAD_PAYLOAD);
        assertThat(header("a", "v\r\nNats-Msg-Id: x")).isEqualTo(ProblemCode.BAD_PAYLOAD);
        assertThat(header("a", "v\0")).isEqualTo(ProblemCode.BAD_PAYLOAD);
        assertThat(header("a", "grün")).isEqualTo(ProblemCode.BAD_PAYLOAD);
    }

    @Test
    void countsHeadersIntoTheSize() {
        Message message = Message.of("a", Headers.of("h", "v".repeat(100)), Buffer.buffer(new byte[900]));
        assertThat(code(() -> Guard.message(message, 1000, false))).isEqualTo(ProblemCode.TOO_LARGE);
        assertThatCode(() -> Guard.message(message, 1100, false)).doesNotThrowAnyException();
    }

    @Test
    void headerBytesAreAsJnatsWritesThem() {
        Headers headers = Headers.of("Nats-Msg-Id", "abc").with("k", "v");
        int written = Convert.headers(headers).getSerialized().length;
        assertThat(Guard.headers(headers)).isEqualTo(written);
    }

    @Test
    void aMessageMatchesOnlyWhatWasSubscribed() {
        for (String pattern : List.of("a.b", "a.*", "*.b", "a.>", ">")) {
            assertThat(SubjectMatch.matches(pattern, "a.b")).as(pattern).isTrue();
        }
        for (String pattern : List.of("a", "a.b.c", "a.b.>", "*.*.*", "b.>", "a.bb", "a.c")) {
            assertThat(SubjectMatch.matches(pattern, "a.b")).as(pattern).isFalse();
        }
    }

    private static ProblemCode header(String name, String value) {
        return code(() -> Guard.headers(Headers.of(name, value)));
    }

    private static ProblemCode code(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        ProblemException e = catchThrowableOfType(ProblemException.class, call);
        assertThat(e).isNotNull();
        return e.code();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.t\u00e9nant.b", "a.\ud83d\ude00"})
    void opaqueIdsMayStandWhereTheyAreWanted(String subject) {
        assertThatCode(() -> Guard.literal(subject, true)).doesNotThrowAnyException();
        assertThat(code(() -> Guard.literal(subject, false))).isEqualTo(ProblemCode.BAD_SUBJECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.\u00a0", "a.\u0085b", "a.\u2003", "a.\u007f", "a.\u2028x"})
    void whiteSpaceAndControlCharactersNeverDo(String subject) {
        assertThat(code(() -> Guard.literal(subject, true))).isEqualTo(ProblemCode.BAD_SUBJECT);
    }
}
