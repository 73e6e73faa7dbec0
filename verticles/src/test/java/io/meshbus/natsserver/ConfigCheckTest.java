package io.meshbus.natsserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.natsserver.ConfigCheck.Finding;
import io.meshbus.natsserver.ConfigCheck.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Outputs of nats-server 2.15.1, word for word. */
class ConfigCheckTest {
    private static List<Finding> findings(String output) {
        return ((Verdict.Refused) ConfigCheck.verdict(1, output)).findings();
    }

    @Test
    void readsTheDigestOfAValidConfiguration() {
        String digest = "sha256:58aed51a7ce87c46fdcf0ab153cbfe0735879716cfe5482b492e298cfa9e7d92";
        assertThat(ConfigCheck.verdict(0, "nats-server: configuration file nats.conf is valid (" + digest + ")\n"))
                .isEqualTo(new Verdict.Valid(digest));
    }

    @Test
    void readsEveryLocatedComplaint() {
        assertThat(findings("""
                        nats-server: users.conf:3:125: subject "a..b" is not a valid subject
                        users.conf:6:133: subject "a..b" is not a valid subject

                        """))
                .containsExactly(
                        new Finding("users.conf", 3, "subject \"a..b\" is not a valid subject"),
                        new Finding("users.conf", 6, "subject \"a..b\" is not a valid subject"));
    }

    @Test
    void readsAPlaceInParentheses() {
        assertThat(findings(
                        "nats-server: error parsing include file 'users.conf', config is invalid (users.conf:10:1)"))
                .containsExactly(
                        new Finding("users.conf", 10, "error parsing include file 'users.conf', config is invalid"));
    }

    @Test
    void keepsAComplaintWithoutAPlace() {
        assertThat(findings("nats-server: variable reference for 'FABRIC_USERS' on line 7 can not be found"))
                .containsExactly(
                        new Finding("", 0, "variable reference for 'FABRIC_USERS' on line 7 can not be found"));
        assertThat(findings("")).hasSize(1);
    }

    @Test
    void aServerThatSaysValidAndFailsIsNotBelieved() {
        assertThat(ConfigCheck.verdict(1, "is valid (sha256:" + "0".repeat(64) + ")"))
                .isInstanceOf(Verdict.Refused.class);
    }
}
