package io.meshbus.sdk.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.meshbus.sdk.id.CommandName;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.id.Verb;
import io.meshbus.sdk.problem.ProblemException;
import java.util.List;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MeshSubjectPropertyTest {
    @Property(tries = 2000)
    void parseIsTheInverseOfSubject(@ForAll("subjects") MeshSubject subject) {
        assertThat(MeshSubject.parse(subject.subject())).isEqualTo(subject);
    }

    /** A million hostile strings in the long run; each is parsed to what gives the same bytes, or refused with a code. */
    @Property(tries = 20_000)
    void neverAcceptsWhatItWouldNotBuild(@ForAll("hostile") String text) {
        Throwable refused = catchThrowable(
                () -> assertThat(MeshSubject.parse(text).subject()).isEqualTo(text));
        if (refused != null) {
            assertThat(refused).isInstanceOf(ProblemException.class);
            assertThat(refused.getMessage()).matches("[\\x20-\\x7e…\\n]*");
        }
    }

    @Provide
    Arbitrary<String> hostile() {
        Arbitrary<String> token = Arbitraries.of(
                "mesh",
                "mod",
                "node",
                "control",
                "event",
                "tool",
                "declare",
                "report",
                "*",
                ">",
                "",
                "a",
                "A",
                "n1",
                "-",
                "a b",
                "\r\nPUB x 0",
                "\u00fcn\u00ef",
                "\u0000",
                "\u202e",
                "123",
                "host",
                "x".repeat(300),
                "\ud83d\ude00");
        Arbitrary<String> joined = Combinators.combine(token.list().ofMaxSize(7), Arbitraries.of(".", "..", " ", ""))
                .as((t, s) -> String.join(s, t));
        return Arbitraries.oneOf(joined, Arbitraries.strings().ofMaxLength(60));
    }

    @Provide
    Arbitrary<MeshSubject> subjects() {
        Arbitrary<String> label = Arbitraries.strings()
                .withCharRange('a', 'z')
                .withCharRange('0', '9')
                .ofMinLength(1)
                .ofMaxLength(20)
                .filter(s -> !s.matches("[0-9]+"))
                .filter(s -> !List.of("host", "person", "enrol", "controller", "fabric", "streams", "mesh")
                        .contains(s));
        Arbitrary<String> verb = Arbitraries.strings()
                .withCharRange('a', 'z')
                .withChars('_', '-')
                .ofMinLength(1)
                .ofMaxLength(20)
                .map(s -> "v" + s);
        Arbitrary<Function<String[], MeshSubject>> kinds = Arbitraries.of(List.<Function<String[], MeshSubject>>of(
                a -> new MeshSubject.Report(new NodeId(a[0])),
                a -> new MeshSubject.BrokerReport(new NodeId(a[0])),
                a -> new MeshSubject.Alive(new NodeId(a[0])),
                a -> new MeshSubject.Enrol(),
                a -> new MeshSubject.Push(),
                a -> new MeshSubject.Declare(new NodeId(a[0])),
                a -> new MeshSubject.Event(new ModuleId(a[0]), new EventName(a[1])),
                a -> new MeshSubject.Tool(new ModuleId(a[0]), new ToolName(a[1])),
                a -> new MeshSubject.Redrive(new ModuleId(a[0]), new Verb(a[1])),
                a -> new MeshSubject.Dead(new ModuleId(a[0])),
                a -> new MeshSubject.SeatWork(new SeatId(a[0]), new Verb(a[1])),
                a -> new MeshSubject.SeatEvent(new SeatId(a[0]), new EventName(a[1])),
                a -> new MeshSubject.SeatTool(new SeatId(a[0]), new ToolName(a[1])),
                a -> new MeshSubject.Ask(new NodeId(a[0]), new CommandName(a[1]), new PersonId(a[2])),
                a -> new MeshSubject.Artefact(Digest.sha256(a[0]), a[1].length()),
                a -> new MeshSubject.Artefact(Digest.sha256(a[0]), MeshSubject.Artefact.META),
                a -> new MeshSubject.DeadLetters()));
        return Combinators.combine(kinds, label, verb, label).as((k, l, v, p) -> k.apply(new String[] {l, v, p}));
    }
}
