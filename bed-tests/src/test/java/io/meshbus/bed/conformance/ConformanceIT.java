package io.meshbus.bed.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every implementation here, with what it claims, against the fixtures on a real server (spec 4.4). */
class ConformanceIT {
    private static final Logger LOG = LoggerFactory.getLogger(ConformanceIT.class);
    private static final Path TABLE = Path.of("target/conformance.md");
    private static final Report REPORT = new Report();

    @TempDir
    private static Path directory;

    private static Beds beds;
    private static Probe probe;
    private static PlainServer plain;

    @BeforeAll
    static void raise() throws Exception {
        beds = new Beds(directory);
        probe = new Probe(beds, directory.resolve("cert.pem"));
        plain = new PlainServer(directory);
    }

    @AfterAll
    static void end() throws Exception {
        plain.close();
        probe.close();
        beds.close();
        Files.createDirectories(TABLE.toAbsolutePath().getParent());
        Files.writeString(TABLE, REPORT.markdown());
        LOG.info("conformance\n{}", REPORT.markdown());
    }

    @Test
    void theJavaSdkConforms() throws Exception {
        run(new JavaPeer());
    }

    @Test
    void theJavaScriptPeerConforms() throws Exception {
        run(JsPeer.start(Fixtures.CAPABILITIES, directory.resolve("js.log")));
    }

    @Test
    void aPeerMayClaimLess() throws Exception {
        Peer peer = JsPeer.start(List.of("connection", "events"), directory.resolve("js-less.log"));
        run(peer);
        assertThat(REPORT.count(peer.name(), "events")).isNotEmpty();
        assertThat(REPORT.count(peer.name(), "tools")).isEmpty();
        assertThat(REPORT.count(peer.name(), "seats")).isEmpty();
    }

    private static void run(Peer peer) throws Exception {
        try (peer) {
            new Run(peer, probe, beds, plain, REPORT).all();
        }
        assertThat(REPORT.faults())
                .filteredOn(fault -> fault.startsWith(peer.name() + ":"))
                .isEmpty();
        assertThat(beds.server().log().lines().filter(line -> line.contains("Violation")))
                .as("what the server refused, but for the one case that asks for it")
                .allMatch(line -> line.contains("mesh.mod.hearer.event.told") || line.contains("Authorization"));
    }
}
