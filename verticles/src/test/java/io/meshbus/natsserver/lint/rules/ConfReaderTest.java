package io.meshbus.natsserver.lint.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.meshbus.natsserver.lint.rules.Conf.Fields;
import io.meshbus.natsserver.lint.rules.Conf.Items;
import io.meshbus.natsserver.lint.rules.Conf.Text;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfReaderTest {
    private static Fields read(String text) {
        return read(text, Map.of());
    }

    private static Fields read(String text, Map<String, String> files) {
        ConfReader.Result result = ConfReader.read(new ConfReader.Source("f", text), Lint.files(files));
        assertThat(result.findings()).isEmpty();
        return result.root();
    }

    /** Flat, for comparison. */
    private static String flat(Conf conf) {
        if (conf instanceof Text text) {
            return text.value();
        }
        if (conf instanceof Items list) {
            return list.items().stream().map(ConfReaderTest::flat).toList().toString();
        }
        StringBuilder out = new StringBuilder("{");
        ((Fields) conf)
                .entries()
                .forEach(e ->
                        out.append(e.key()).append('=').append(flat(e.value())).append(' '));
        return out.toString().strip() + "}";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a = 1|{a=1}",
                "a: 1|{a=1}",
                "a 1|{a=1}",
                "a=1, b=2; c=3|{a=1 b=2 c=3}",
                "{\"a\": 1, \"b\": [1, 2]}|{a=1 b=[1, 2]}",
                "a { b { c: 64MB } }|{a={b={c=64MB}}}",
                "a {b: x}|{a={b=x}}",
                "'a b': 'c \"d'|{a b=c \"d}",
                "a: \"x\\ty\\\"z\\x41\"|{a=x\ty\"zA}",
                "a: [x, y; z]|{a=[x, y, z]}",
                "a: x # comment|{a=x}",
                "a: x // comment|{a=x}",
                "a: nats://h:4222|{a=nats://h:4222}",
                "a: $2a$04$x/y.z|{a=$2a$04$x/y.z}",
                "V = 7; a { b: $V }|{V=7 a={b=7}}",
                "a: $FROM_OUTSIDE|{a=outside}",
                "a: [{b: 1}, {b: 2}]|{a=[{b=1}, {b=2}]}",
                "|{}"
            })
    void readsEveryFormOfTheFormat(String text, String wanted) {
        assertThat(flat(read(text == null ? "" : text))).isEqualTo(wanted);
    }

    @Test
    void readsListsAndMapsOverLinesAndBlocks() {
        assertThat(flat(read("a\n{\n  b = [\n x\n\"y\"\n]\n}\nc (\nfirst\nsecond\n)\nd: 1\r\n")))
                .isEqualTo("{a={b=[x, y]} c=first\nsecond d=1}");
    }

    @Test
    void includesWhereItStandsAndNamesTheirLines() {
        Fields root = read("a: 1\nb { include 'x/y.conf' }\nc: 5\n", Map.of("x/y.conf", "# one\nd: 4\n"));
        assertThat(flat(root.get("b").orElseThrow())).isEqualTo("{d=4}");
        assertThat(((Fields) root.get("b").orElseThrow()).entries().get(0).place())
                .isEqualTo(new Place("x/y.conf", 2));
    }

    @Test
    void aFileThatIncludesItselfEnds() {
        ConfReader.Result result = ConfReader.read(
                new ConfReader.Source("f", "include f"), Lint.files(Map.of("f", "a: 1\ninclude f\ninclude f\n")));
        assertThat(result.findings()).isNotEmpty();
    }

    @Test
    void goesOnBehindWhatItCannotRead() {
        List<Finding> findings = Lint.of("host: localhost\n}\nno_auth_user: x\nauthorization { users: [\n");
        assertThat(Lint.faults(findings))
                .contains("syntax nats.conf:2", "no-auth-user nats.conf:3", "syntax nats.conf:4");
    }

    @Property(tries = 3000)
    void neverThrowsOnAnything(@ForAll @StringLength(max = 300) String text) {
        assertThatCode(() -> Lint.of(text)).doesNotThrowAnyException();
    }

    /** Sound text with bytes lost, doubled, and swapped for those that mean something. */
    @Property(tries = 2000)
    void neverThrowsOnDamagedText(@ForAll long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("""
                # c
                listen: "10.0.0.1:4222" V = [ {user: a, password: "$2a$04$x", permissions: {publish: {allow: ["a.>"] deny: 'b'}
                subscribe: [ "_INBOX.a.>" $JS.ACK.> ] allow_responses: {max: 1}}} ]
                include "users.conf"
                accounts { A { jetstream: enabled, users: $V exports: [{service: "x.*", accounts: [B]}] }
                 B { imports [ {service: {account: A, subject: "x.*"}, to: y} ] users [] } } (
                block
                )
                """);
        for (int i = random.nextInt(12); i >= 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(4)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, "{}[]()\"'$#/,;:=\n\\\uffff\0".charAt(random.nextInt(19)));
                case 2 -> text.setLength(at + 1);
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(40))));
            }
        }
        assertThatCode(() -> Lint.of(
                        text.toString(), Map.of("users.conf", text.reverse().toString())))
                .doesNotThrowAnyException();
    }

    /** Variables that hold variables: 2^60 values, and 50,000 levels, if somebody walked them as a tree. */
    @Test
    @Timeout(60)
    void variablesOfVariablesEnd() {
        StringBuilder doubled = new StringBuilder("V0 = [x]\n");
        StringBuilder nested = new StringBuilder("V0 = {a: 1}\n");
        for (int i = 1; i < 60; i++) {
            doubled.append("V%d = [$V%d $V%d]\n".formatted(i, i - 1, i - 1));
        }
        for (int i = 1; i < 50_000; i++) {
            nested.append("V%d = {a: $V%d}\n".formatted(i, i - 1));
        }
        doubled.append("authorization { users: $V59 }\naccounts: $V59\n");
        nested.append("authorization: $V49999\naccounts: $V49999\n");
        assertThatCode(() -> Lint.of(doubled.toString())).doesNotThrowAnyException();
        assertThatCode(() -> Lint.of(nested.toString())).doesNotThrowAnyException();
    }

    @Test
    @Timeout(60)
    void deepAndLongTextEnds() {
        for (String piece : List.of("a{", "[", "a:[", "{", "\"", "(", "a b ", "$", "include f ")) {
            assertThatCode(() -> Lint.of(piece.repeat(100_000), Map.of("f", "x{")))
                    .doesNotThrowAnyException();
        }
    }
}
