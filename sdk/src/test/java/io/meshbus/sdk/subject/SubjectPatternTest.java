package io.meshbus.sdk.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.problem.ProblemException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectPatternTest {
    @ParameterizedTest
    @CsvSource({
        "a.b, a.b, true", "a.b, a.c, false", "a.b, a, false", "a, a.b, false", "a.*, a.b, true", "a.*, a.b.c, false",
        "a.*, a, false", "a.>, a.b.c, true", "a.>, a, false", ">, a, true", "*.b, a.b, true", "*.b, b, false",
        "a.*.c, a.b.c, true", "a.b*, a.bc, false", "a.>, ab.c, false", "A.b, a.b, false"
    })
    void matchesAsTheServerDoes(String pattern, String subject, boolean matches) {
        assertThat(SubjectPattern.parse(pattern).matches(subject)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "a.>, a.*, true",
        "a.*, a.>, false",
        "a.*, a.*, true",
        "a.b, a.*, false",
        "a.>, a.>, true",
        "a.*.>, a.>, false",
        "a.b q, a.b q, true",
        "a.b q, a.b, false",
        "a.b q, a.b r, false",
        "a.b, a.b q, true",
        "a.* q, a.b q, true"
    })
    void coversOnlyWhatIsWithin(String pattern, String other, boolean covers) {
        assertThat(SubjectPattern.parse(pattern).covers(SubjectPattern.parse(other)))
                .isEqualTo(covers);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "a.", ".a", "a..b", "a.>.b", "a b c", "a\tb", "a.b ", " a", "a\r\nPUB x 0", "\u2028"})
    void refusesWhatIsNoPattern(String text) {
        assertThatThrownBy(() -> SubjectPattern.parse(text)).isInstanceOf(ProblemException.class);
    }

    @Property(tries = 2000)
    void whatIsCoveredIsMatchedToo(
            @ForAll("pattern") String a, @ForAll("pattern") String b, @ForAll("subject") String s) {
        SubjectPattern outer = SubjectPattern.parse(a);
        SubjectPattern inner = SubjectPattern.parse(b);
        if (outer.covers(inner) && inner.matches(s)) {
            assertThat(outer.matches(s)).isTrue();
        }
    }

    @Provide
    Arbitrary<String> subject() {
        return Arbitraries.of("a", "b").list().ofMinSize(1).ofMaxSize(4).map(tokens -> String.join(".", tokens));
    }

    @Provide
    Arbitrary<String> pattern() {
        Arbitrary<String> tokens =
                Arbitraries.of("a", "b", "*").list().ofMinSize(1).ofMaxSize(4).map(t -> String.join(".", t));
        return Arbitraries.oneOf(tokens, tokens.map(t -> t + ".>"), Arbitraries.just(">"));
    }

    @Test
    void theHashOfAnAccountIsTheServers() {
        assertThat(AccountHash.of("MESH")).isEqualTo("znJdjy7f");
        assertThat(AccountHash.of("STREAMS")).hasSize(8).matches("[0-9A-Za-z]{8}");
    }
}
