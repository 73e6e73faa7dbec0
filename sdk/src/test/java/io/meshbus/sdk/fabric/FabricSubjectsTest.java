package io.meshbus.sdk.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.SubjectPattern;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Spec 6.1: what is built, what is refused, and that only {@code comms} reaches the stream. */
class FabricSubjectsTest {
    private static final SubjectPattern CAPTURE = SubjectPattern.parse(FabricSubjects.EVERY_COMMS);
    private static final List<UnaryOperator<String>> BUILDERS = List.of(
            FabricSubjects::runnerCommand,
            FabricSubjects::client,
            FabricSubjects::binding,
            id -> FabricSubjects.comms(id, Kind.MESSAGE_POSTED));

    @Test
    void buildsTheFrozenSubjects() {
        assertThat(FabricSubjects.comms("t1", Kind.MESSAGE_POSTED)).isEqualTo("compass.t1.comms.message_posted");
        assertThat(FabricSubjects.commsEveryTenant(Kind.TOPIC_UPSERTED)).isEqualTo("compass.*.comms.topic_upserted");
        assertThat(FabricSubjects.runnerCommand("r1")).isEqualTo("compass.runner.r1.cmd");
        assertThat(FabricSubjects.runnerEvents()).isEqualTo("compass.runner.events");
        assertThat(FabricSubjects.client("s1")).isEqualTo("client.s1");
        assertThat(FabricSubjects.binding("t1")).isEqualTo("compass.routing.binding.t1");
        assertThat(FabricSubjects.bindingEveryTenant()).isEqualTo("compass.routing.binding.*");
        assertThat(FabricSubjects.DEAD_LETTER).isEqualTo("compass.dlq.comms");
        assertThat(Kind.values())
                .extracting(Kind::wireName)
                .containsExactly(
                        "account_changed",
                        "channel_group_changed",
                        "channel_changed",
                        "agent_workspace_changed",
                        "message_posted",
                        "message_updated",
                        "topic_upserted");
    }

    @Test
    void oneRunnerIdIsReserved() {
        assertThatThrownBy(() -> FabricSubjects.runnerCommand("comms"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("COMPASS_COMMS");
    }

    @Property(tries = 2_000)
    void onlyCommsCanMatchTheCapture(@ForAll("ids") String id) {
        for (UnaryOperator<String> builder : BUILDERS) {
            String subject;
            try {
                subject = builder.apply(id);
            } catch (ProblemException refused) {
                continue;
            }
            boolean isComms = builder == BUILDERS.get(3);
            assertThat(CAPTURE.matches(subject)).as(subject).isEqualTo(isComms);
            assertThat(FabricSubjects.parseComms(subject).isPresent()).isEqualTo(isComms);
        }
        List.of(FabricSubjects.runnerEvents(), FabricSubjects.DEAD_LETTER, FabricSubjects.bindingEveryTenant())
                .forEach(subject -> assertThat(CAPTURE.matches(subject)).isFalse());
    }

    @Property(tries = 2_000)
    void anIdIsRefusedOrStandsThereAsItIs(@ForAll("ids") String id) {
        boolean bad = id.isEmpty()
                || id.codePoints()
                        .anyMatch(c -> c == '.'
                                || c == '*'
                                || c == '>'
                                || Character.isWhitespace(c)
                                || Character.isSpaceChar(c)
                                || Character.isISOControl(c)
                                || Character.getType(c) == Character.SURROGATE);
        if (bad) {
            BUILDERS.forEach(builder -> assertThatThrownBy(() -> builder.apply(id))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("BAD_NAME"));
        } else {
            assertThat(FabricSubjects.client(id)).isEqualTo("client." + id);
            assertThat(FabricSubjects.parseComms(FabricSubjects.comms(id, Kind.CHANNEL_CHANGED)))
                    .contains(new FabricSubjects.Address(id, "channel_changed"));
        }
    }

    @Provide
    Arbitrary<String> ids() {
        return Arbitraries.of(
                        "comms",
                        "runner",
                        "cmd",
                        "dlq",
                        "routing",
                        "binding",
                        "events",
                        "client",
                        "compass",
                        ".",
                        "*",
                        ">",
                        " ",
                        "\f",
                        "\u000b",
                        "\0",
                        "\u007f",
                        "\r\n",
                        "\u00a0",
                        "\u2003",
                        "\u0085",
                        "\ud800",
                        "\ud83d\ude00",
                        "\u00e9",
                        "e\u0301",
                        "a",
                        "1",
                        ":",
                        "|",
                        "%",
                        "_",
                        "-")
                .list()
                .ofMaxSize(3)
                .map(parts -> String.join("", parts));
    }
}
