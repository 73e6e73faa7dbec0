package io.meshbus.sdk.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec 8.2.13: what the pages show is compiled and run. */
class SdkPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK =
            Pattern.compile("(?m)(?:^<!-- (\\S+) -->\\n)?^```(\\w+)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    @ParameterizedTest
    @ValueSource(strings = {"docs/SDK.md", "docs/FABRIC.md"})
    void everyExampleStandsInTheFileItNames(String page) throws IOException {
        List<MatchResult> blocks =
                BLOCK.matcher(Files.readString(ROOT.resolve(page))).results().toList();
        assertThat(blocks).hasSizeGreaterThan(3);
        for (MatchResult block : blocks) {
            assertThat(block.group(1)).as("the file of\n" + block.group(3)).isNotNull();
            String file = Files.readString(ROOT.resolve(block.group(1)));
            assertThat(withoutIndent(file)).as(block.group(1)).contains(withoutIndent(block.group(3)));
        }
    }

    private static String withoutIndent(String text) {
        return text.replaceAll("(?m)^ +", "");
    }
}
