package io.meshbus.sdk.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the files hold, reading ends with a definition or with coded faults of one line each. */
class DefinitionFuzzTest {
    private final DefinitionSource shop = Sources.shop();
    private final List<String> files = List.copyOf(shop.files().keySet());

    @Property(tries = 150)
    void randomBytesNeverCrash(@ForAll byte[] bytes, @ForAll("file") String file) {
        readsOrRefuses(Sources.with(shop, file, new String(bytes, StandardCharsets.ISO_8859_1)));
        readsOrRefuses(Sources.with(shop, file, new String(bytes, StandardCharsets.UTF_8)));
    }

    @Property(tries = 150)
    void randomTextNeverCrashes(@ForAll String text, @ForAll("file") String file) {
        readsOrRefuses(Sources.with(shop, file, text));
    }

    @Property(tries = 300)
    void randomYamlNeverCrashes(@ForAll("yaml") String yaml, @ForAll("file") String file) {
        readsOrRefuses(Sources.with(shop, file, yaml));
    }

    @Property(tries = 500)
    void damagedFilesNeverCrash(
            @ForAll("file") String file, @ForAll int at, @ForAll("snippet") String snippet, @ForAll boolean replace) {
        String text = shop.files().get(file);
        int from = Math.floorMod(at, text.length() + 1);
        int to = replace ? Math.min(text.length(), from + snippet.length()) : from;
        readsOrRefuses(Sources.with(shop, file, text.substring(0, from) + snippet + text.substring(to)));
    }

    @Property(tries = 300)
    void randomPathsNeverCrash(@ForAll String path, @ForAll String text) {
        readsOrRefuses(Sources.with(shop, path, text));
        readsOrRefuses(Sources.with(shop, "modules/" + path, text));
        readsOrRefuses(Sources.with(shop, "seats/" + path + ".yaml", text));
    }

    private static void readsOrRefuses(DefinitionSource source) {
        try {
            Definition definition = DefinitionReader.read(source);
            assertThat(definition).isEqualTo(DefinitionReader.read(source));
        } catch (ProblemException refused) {
            assertThat(refused.problems()).isNotEmpty().allSatisfy(problem -> {
                assertThat(problem.code()).isEqualTo(ProblemCode.DEFINITION_INVALID);
                assertThat(problem.line()).doesNotContainPattern("[\\n\\r\\x00-\\x1f]");
            });
            assertThat(refused.problems().stream().limit(Faults.LISTED_MAX).map(Problem::where))
                    .allSatisfy(where -> assertThat(where).matches("(?s).*:[1-9][0-9]*"));
        }
    }

    @Provide
    Arbitrary<String> file() {
        return Arbitraries.of(files);
    }

    @Provide
    Arbitrary<String> snippet() {
        return Arbitraries.of(
                "&a ",
                "*a",
                "<<: ",
                "!!x ",
                "[",
                "]",
                "{",
                "}",
                "\t",
                "\0",
                "\u2028",
                "- ",
                ": ",
                "? ",
                "|\n",
                "---\n",
                "...\n",
                "#",
                "'",
                "\"",
                "%YAML 9\n",
                "null",
                "~",
                "\ud800",
                "1e999",
                "..",
                "/",
                "seat:",
                "\n",
                "a.b",
                "*",
                ">",
                "true",
                "99999999999999999999");
    }

    @Provide
    Arbitrary<String> yaml() {
        Arbitrary<String> scalar = Arbitraries.of(
                "a",
                "1",
                "true",
                "~",
                "''",
                "\"\\0\"",
                "[ ]",
                "{ }",
                "hub",
                "orders",
                "seat:x.y",
                "x.y",
                "5s",
                "../x",
                "\"\\u202e\"",
                "[ [ ] ]",
                "{ a: 1 }",
                "[ a, a ]",
                "&x y",
                "!!int q");
        Arbitrary<String> key = Arbitraries.of(
                "mesh",
                "nodes",
                "assignments",
                "module",
                "version",
                "emits",
                "consumes",
                "serves",
                "uses",
                "watches",
                "seats",
                "run",
                "resources",
                "config",
                "secrets",
                "rollout",
                "delivery",
                "needs",
                "retention",
                "seat",
                "accepts",
                "holders",
                "fabric",
                "sources",
                "select",
                "labels",
                "bogus");
        Arbitrary<Map<String, String>> flat = Arbitraries.maps(key, scalar).ofMaxSize(12);
        Arbitrary<Map<String, Map<String, String>>> nested =
                Arbitraries.maps(key, flat).ofMaxSize(4);
        return net.jqwik.api.Combinators.combine(flat, nested).as((plain, deep) -> {
            StringBuilder out = new StringBuilder();
            plain.forEach((k, v) -> out.append(k).append(": ").append(v).append('\n'));
            deep.forEach((k, inner) -> {
                out.append(k).append(":\n");
                new TreeMap<>(inner)
                        .forEach((ik, iv) -> out.append("  ")
                                .append(ik)
                                .append(": ")
                                .append(iv)
                                .append('\n'));
            });
            return out.toString();
        });
    }
}
