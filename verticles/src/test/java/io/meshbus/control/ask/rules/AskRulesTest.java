package io.meshbus.control.ask.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.control.NodeState;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.account.Rights.Right;
import io.meshbus.sdk.wire.Report.Outcome;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AskRulesTest {
    private static Rights rights(List<String> tools, Right... rights) {
        return new Rights(false, tools, Set.of(rights));
    }

    @Test
    void namesEachStateOfANode() {
        assertThat(NodeState.of(false, "d", true, "d", Outcome.CONVERGED)).isEqualTo(NodeState.EXPECTED);
        assertThat(NodeState.of(true, null, false, null, null)).isEqualTo(NodeState.ENROLLED);
        assertThat(NodeState.of(true, "", true, "", Outcome.CONVERGED)).isEqualTo(NodeState.ENROLLED);
        assertThat(NodeState.of(true, "d", true, null, null)).isEqualTo(NodeState.CONVERGING);
        assertThat(NodeState.of(true, "d", true, "e", Outcome.CONVERGED)).isEqualTo(NodeState.CONVERGING);
        assertThat(NodeState.of(true, "d", true, "d", Outcome.CONVERGED)).isEqualTo(NodeState.CONVERGED);
        assertThat(NodeState.of(true, "d", true, "d", Outcome.FAILED)).isEqualTo(NodeState.FAILED);
        assertThat(NodeState.of(true, "d", true, "d", Outcome.REFUSED)).isEqualTo(NodeState.REFUSED);
    }

    @Test
    void convergedOnAnOlderPushIsNotConverged() {
        assertThat(NodeState.of(true, "d", false, "d", Outcome.CONVERGED)).isEqualTo(NodeState.CONVERGING);
    }

    @Test
    void nobodyGivesWhatTheyDoNotHave() {
        Rights clerk = rights(List.of("pricing.*", "orders.quote"), Right.PERSONS, Right.STATUS);
        assertThat(Granting.mayGive(Rights.ADMIN, Rights.ADMIN)).isTrue();
        assertThat(Granting.mayGive(clerk, Rights.ADMIN)).isFalse();
        assertThat(Granting.mayGive(clerk, rights(List.of("pricing.quote", "pricing.*"), Right.STATUS)))
                .isTrue();
        assertThat(Granting.mayGive(clerk, rights(List.of("orders.quote")))).isTrue();
        assertThat(Granting.mayGive(clerk, rights(List.of("orders.*")))).isFalse();
        assertThat(Granting.mayGive(clerk, rights(List.of("*")))).isFalse();
        assertThat(Granting.mayGive(clerk, rights(List.of(), Right.PUSH))).isFalse();
    }
}
