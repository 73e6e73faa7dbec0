package io.meshbus.sdk.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.account.Explanation.Direction;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionFiles;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every subject that the demo grants to anybody is explained by the line that grants it, which says so. */
class ExplainDemoTest {
    private static final Logger FIGURES = LoggerFactory.getLogger("figures");
    private static final Path DEMO = Path.of("..", "configs", "demo");
    private static final Pattern LINE = Pattern.compile("(.+\\.yaml):(\\d+)");
    /** What a manifest declares, as its reason begins. */
    private static final Pattern DECLARED = Pattern.compile(
            "(?:can be discovered: )?(?:emits|consumes|uses|submits|watches|serves|holds) ([a-z0-9:._-]+).*");

    private static Composition demo() {
        DefinitionSource files = DefinitionFiles.load(DEMO);
        Map<String, ArtefactRef> artefacts = new HashMap<>(files.artefacts());
        for (String module : List.of("clock", "orders", "pricing")) {
            artefacts.putIfAbsent("modules/" + module + "/" + module + ".jar", new ArtefactRef("0".repeat(64), 1));
        }
        Definition definition = DefinitionReader.read(new DefinitionSource(files.files(), artefacts));
        return Composer.compose(new DesiredMesh(
                List.of(new Living(definition, definition.nodes().keySet())),
                definition.nodes().keySet(),
                Set.of(),
                Map.of(new PersonId("admin"), Rights.ADMIN),
                Answers.DERIVED));
    }

    @Test
    void everyGrantedSubjectNamesItsLine() throws IOException {
        Composition composition = demo();
        int manifest = 0;
        int fixed = 0;
        for (Principal principal : composition.principals()) {
            for (Direction direction : Direction.values()) {
                List<Grant> grants = direction == Direction.PUBLISH ? principal.publish() : principal.subscribe();
                for (Grant grant : grants) {
                    String asked = direction == Direction.PUBLISH ? concrete(grant.subject()) : grant.subject();
                    Explanation explanation = Explanation.of(composition, principal.id(), direction, asked);
                    String about = principal.id() + " " + direction + " " + asked;
                    assertThat(explanation.allowed()).as(about).isTrue();
                    Grant named = explanation.grant();
                    assertThat(named).as(about).isNotNull();
                    assertThat(explanation.text()).as(about).contains(named.where(), named.reason());
                    if (named.where().equals(Rules.SPEC)) {
                        assertThat(isFixed(principal, named))
                                .as(about + ": " + named)
                                .isTrue();
                        fixed++;
                    } else {
                        saysSo(named);
                        manifest++;
                    }
                }
            }
        }
        FIGURES.info(
                "explain-demo principals={} manifest-lines={} fixed={}",
                composition.principals().size(),
                manifest,
                fixed);
        assertThat(manifest).isGreaterThan(30);
    }

    /** The line that is named names what it grants. */
    private static void saysSo(Grant grant) throws IOException {
        Matcher where = LINE.matcher(grant.where());
        assertThat(where.matches()).as(grant.toString()).isTrue();
        String line = Files.readAllLines(DEMO.resolve(where.group(1))).get(Integer.parseInt(where.group(2)) - 1);
        Matcher declared = DECLARED.matcher(grant.reason());
        if (declared.matches()) {
            assertThat(line).as(grant.toString()).contains(declared.group(1));
        }
    }

    /** Of a module only its own inbox and its answers to people; of all others everything. */
    private static boolean isFixed(Principal principal, Grant grant) {
        String id = principal.id().value();
        boolean module = !id.startsWith("controller") && !id.startsWith("host.") && !id.startsWith("person.");
        return !module || grant.subject().startsWith("_INBOX.");
    }

    /** A subject that the pattern covers. */
    private static String concrete(String pattern) {
        return pattern.replace("*", "x").replace(">", "x");
    }

    /** One token of each granted subject changed: refused, with the nearest line and what to add, or a reason why not. */
    @Test
    void everyNearMissNamesTheNearestGrantAndWhatToAdd() {
        Composition composition = demo();
        int refused = 0;
        for (Principal principal : composition.principals()) {
            for (Grant grant : principal.publish()) {
                String subject = concrete(grant.subject());
                int end = subject.lastIndexOf('.');
                String miss = subject.substring(0, end + 1) + "zz" + subject.substring(end + 1);
                Explanation explanation = Explanation.of(composition, principal.id(), Direction.PUBLISH, miss);
                if (explanation.allowed()) {
                    continue; // Another line, a wider one, covers it.
                }
                refused++;
                assertThat(explanation.text())
                        .contains("may not publish to " + miss)
                        .containsPattern("the nearest is \".+\": .+ \\(.+\\)|nothing granted is near")
                        .doesNotEndWith("; ");
            }
        }
        FIGURES.info("explain-demo-refused cases={}", refused);
        assertThat(refused).isGreaterThan(20);
    }
}
