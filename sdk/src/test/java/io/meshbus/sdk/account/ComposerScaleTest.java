package io.meshbus.sdk.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A mesh of 100,000 principals: the figures are logged; the gate is ten times the target. */
class ComposerScaleTest {
    private static final Logger LOG = LoggerFactory.getLogger(ComposerScaleTest.class);
    private static final int NODES = 1000;
    private static final int MODULES = 99;
    private static final int ROUNDS = 5;
    private static final long TARGET_MS = 2000;

    private static DefinitionSource source() {
        StringBuilder mesh = new StringBuilder("mesh: big\nnodes:\n");
        for (int n = 0; n < NODES; n++) {
            mesh.append("  n").append(n).append(": {}\n");
        }
        mesh.append("assignments:\n");
        Map<String, String> files = new HashMap<>();
        Map<String, ArtefactRef> artefacts = new HashMap<>();
        for (int m = 0; m < MODULES; m++) {
            int next = (m + 1) % MODULES;
            mesh.append("  m").append(m).append(": { select: {} }\n");
            files.put(
                    "modules/m" + m + "/module.yaml",
                    "module: m" + m + "\nversion: 1.0.0\nemits: { a: {}, b: {} }\nconsumes: [ m" + next
                            + ".a ]\nserves: { t: {} }\nuses: [ m" + next
                            + ".t ]\nrun: { verticle: x.Y, artefact: m.jar }\n");
            artefacts.put("modules/m" + m + "/m.jar", new ArtefactRef("0".repeat(64), 1));
        }
        files.put("mesh.yaml", mesh.toString());
        return new DefinitionSource(files, artefacts);
    }

    @Test
    void composesAHundredThousandPrincipals() {
        Definition definition = DefinitionReader.read(source());
        DesiredMesh mesh = new DesiredMesh(
                List.of(new Living(definition, definition.nodes().keySet())),
                definition.nodes().keySet(),
                Set.of(),
                Map.of(new PersonId("admin"), Rights.ADMIN),
                Answers.DERIVED);
        long best = Long.MAX_VALUE;
        Composition composition = Composer.compose(mesh);
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            composition = Composer.compose(mesh);
            best = Math.min(best, (System.nanoTime() - start) / 1_000_000);
        }
        Map<PrincipalId, Credential> hashes = Meshes.hashes(composition);
        long start = System.nanoTime();
        UserListText text = UserListText.render(1, composition, hashes);
        long render = (System.nanoTime() - start) / 1_000_000;
        LOG.info(
                "compose principals={} ms={} target_ms={} render_ms={} bytes={}",
                composition.principals().size(),
                best,
                TARGET_MS,
                render,
                text.text().length());
        assertThat(composition.principals()).hasSize(NODES * (MODULES + 1) + 3);
        assertThat(best).isLessThan(TARGET_MS * 10);
    }
}
