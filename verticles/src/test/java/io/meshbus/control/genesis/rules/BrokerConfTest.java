package io.meshbus.control.genesis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BrokerConfTest {
    private static final String TEXT =
            BrokerConf.text(new BrokerConf.Settings("hub", "127.0.0.1", 4222, 8222, "$2a$04$hash", "100ms"));

    private static List<String> all(String pattern) {
        return Pattern.compile(pattern)
                .matcher(TEXT)
                .results()
                .map((MatchResult result) -> result.group(1))
                .toList();
    }

    /** Spec 2.5, whole: what MESH may reach of STREAMS. */
    @Test
    void exportsExactlyWhatTheSpecSays() {
        assertThat(all("\\{service: \"([^\"]+)\""))
                .containsExactlyInAnyOrder(
                        "mesh.control.*.report",
                        "mesh.control.*.broker",
                        "mesh.*.enrol",
                        "mesh.mod.*.event.>",
                        "mesh.mod.*.dead",
                        "mesh.seat.*.event.>",
                        "mesh.seat.*.accept.>",
                        "mesh.artefact.*.*",
                        "$JS.API.CONSUMER.MSG.NEXT.*.*",
                        "$JS.API.DIRECT.GET.NODES.mesh.node.*.declare",
                        "$JS.API.DIRECT.GET.ARTEFACTS.mesh.artefact.*.*",
                        "$JS.API.DIRECT.GET.KV_mesh_state.$KV.mesh_state.>",
                        "$JS.ACK.>");
        assertThat(all("subject: \"([^\"]+)\"")).containsExactlyElementsOf(all("\\{service: \"([^\"]+)\""));
    }

    @Test
    void theApiIsImportedUnderItsPrefixOnly() {
        assertThat(all("subject: \"(\\$JS\\.API\\.[^\"]+)\"}(?!, to: \"streams\\.API\\.)"))
                .isEmpty();
    }

    /** A literal import is a door for deputised replies (docs/adr/0014). */
    @Test
    void everyImportIsAPattern() {
        assertThat(all("subject: \"([^\"]+)\"")).allMatch(subject -> subject.matches(".*[*>].*"));
    }

    /** What a twin may do must not reach anybody. */
    @Test
    void theAccountOfTwinsHasUsersAndNothingElse() {
        assertThat(TEXT).contains("  CHECK {\n    users: $CHECK_USERS\n  }\n");
        assertThat(TEXT.split("CHECK", -1)).hasSize(3);
    }

    @Test
    void meshHasNoJetStreamAndNobodyIsAskedForACertificate() {
        assertThat(all("(\\w+) \\{\\s+jetstream: enabled")).containsExactly("STREAMS", "FABRIC");
        assertThat(TEXT.split("jetstream: enabled", -1)).hasSize(3);
        assertThat(TEXT).doesNotContain("verify");
        assertThat(TEXT)
                .contains(
                        "sync_interval: \"100ms\"",
                        "http: \"127.0.0.1:8222\"",
                        "system_account: SYS",
                        "max_payload: 2097152");
    }
}
