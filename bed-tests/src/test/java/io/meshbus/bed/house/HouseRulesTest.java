package io.meshbus.bed.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.bed.house.SourceTree.Source;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Spec 8.2 rules 7 and 8, as far as text can hold them. */
class HouseRulesTest {
    private static final int LINES_MAX = 400;
    private static final int SENTENCE_WORDS_MIN = 5;
    private static final Pattern JAVADOC_BEFORE_PACKAGE =
            Pattern.compile("/\\*\\*(.*?)\\*/.*?^package ", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern SLEEP = Pattern.compile("\\b(Thread|TimeUnit\\.\\w+)\\s*\\.\\s*sleep\\s*\\(");
    private static final Pattern TERMINAL = Pattern.compile("\\bSystem\\s*\\.\\s*(out|err)\\b");
    private static final Pattern STACK_TRACE = Pattern.compile("\\bprintStackTrace\\s*\\(");
    private static final Pattern DISABLED = Pattern.compile("@Disabled(?!On|If|For)\\w*");
    private static final Set<Path> TERMINAL_WRITERS =
            Set.of(Path.of("launcher/src/main/java/io/meshbus/launcher/terminal/CliOutput.java"));

    private final SourceTree tree = SourceTree.ofThisBuild();

    @Test
    void noClassFileIsTooLong() {
        assertThat(Stream.concat(tree.main().stream(), tree.test().stream())
                        .filter(source -> source.lines() > LINES_MAX)
                        .map(source -> source.path() + " has " + source.lines() + " lines, max " + LINES_MAX))
                .isEmpty();
    }

    @Test
    void everyMainPackageSaysItsJob() {
        Map<Path, String> silent = new TreeMap<>();
        for (Source source : tree.main()) {
            silent.putIfAbsent(source.path().getParent(), "no package-info.java");
        }
        for (Source source : tree.main()) {
            if (source.name().equals("package-info.java")) {
                silent.compute(source.path().getParent(), (folder, fault) -> faultOf(source));
            }
        }
        assertThat(silent).isEmpty();
    }

    @Test
    void mainCodeNeitherSleepsNorPrints() {
        List<Source> main = tree.main();
        assertThat(uses(main, SLEEP)).isEmpty();
        assertThat(uses(main, STACK_TRACE)).isEmpty();
        assertThat(uses(
                        main.stream()
                                .filter(source -> !TERMINAL_WRITERS.contains(source.path()))
                                .toList(),
                        TERMINAL))
                .isEmpty();
    }

    @Test
    void testsWaitOnConditionsAndNoneIsSwitchedOff() {
        assertThat(uses(tree.test(), SLEEP)).isEmpty();
        assertThat(uses(tree.test(), DISABLED)).isEmpty();
    }

    private static String faultOf(Source packageInfo) {
        Matcher doc = JAVADOC_BEFORE_PACKAGE.matcher(packageInfo.text());
        String words = doc.find() ? doc.group(1).replaceAll("(?m)^\\s*\\*", " ").strip() : "";
        boolean sentence = words.contains(".") && words.split("\\s+").length >= SENTENCE_WORDS_MIN;
        return sentence ? null : "package-info.java says nothing: \"" + words + '"';
    }

    private static List<String> uses(List<Source> sources, Pattern banned) {
        return sources.stream()
                .filter(source -> banned.matcher(source.code()).find())
                .map(source -> source.path() + " uses " + banned.pattern())
                .toList();
    }
}
