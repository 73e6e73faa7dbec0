package io.meshbus.bed.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.id.CommandName;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.id.Verb;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Alive;
import io.meshbus.sdk.wire.BrokerReport;
import io.meshbus.sdk.wire.BusObservation;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.EnrolmentAnswer;
import io.meshbus.sdk.wire.EnrolmentRequest;
import io.meshbus.sdk.wire.Envelope;
import io.meshbus.sdk.wire.ModuleCondition;
import io.meshbus.sdk.wire.NodeCondition;
import io.meshbus.sdk.wire.Push;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.Report;
import io.meshbus.sdk.wire.WireHeaders;
import io.meshbus.sdk.wire.Work;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/WIRE says what the code does: every subject, header, stream and member, and examples that are the fixtures. */
class WirePageTest {
    private static final Path PAGE =
            Fixtures.home().resolve("../../docs/WIRE.md").normalize();
    private static final Path RIGHT = Path.of("target/WIRE.md");
    private static final String SHA256 = "a".repeat(64);

    /** A name for each kind of token that stands nowhere in a subject by itself. */
    private static final Map<Class<?>, Object> TOKENS = Map.of(
            NodeId.class, new NodeId("zz-node"),
            ModuleId.class, new ModuleId("zz-module"),
            EventName.class, new EventName("zz-event"),
            ToolName.class, new ToolName("zz-tool"),
            SeatId.class, new SeatId("zz-seat"),
            Verb.class, new Verb("zz-verb"),
            CommandName.class, new CommandName("zz-command"),
            PersonId.class, new PersonId("zz-person"),
            PrincipalId.class, new PrincipalId("zz-principal"),
            int.class, 777);

    /** What the texts of a builder are, in their order. */
    private static final Map<String, List<String>> TEXTS = Map.of(
            "redrive", List.of("zz-id"),
            "eventPattern", List.of("zz-module", "zz-event"),
            "artefactChunk", List.of(SHA256),
            "artefactMeta", List.of(SHA256),
            "pull", List.of("zz-stream", "zz-consumer"),
            "acks", List.of("zz-stream", "zz-consumer"),
            "acksV2", List.of("zz-hash", "zz-stream", "zz-consumer"),
            "directGet", List.of("zz-stream", "zz-subject"),
            "stateKey", List.of("zz-key"));

    private static final List<String> NO_SUBJECTS = List.of("inQueue", "serviceQuestions", "ASK_QUEUE", "WHOLE_MESH");

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }

    @Test
    void itsExamplesAreFixturesAndItsStreamsTheSpecs() throws IOException {
        String right = WirePage.filled(page());
        Files.createDirectories(RIGHT.toAbsolutePath().getParent());
        Files.writeString(RIGHT, right);
        assertThat(page())
                .as("as it should be it is in " + RIGHT.toAbsolutePath())
                .isEqualTo(right);
        assertThat(right)
                .contains("<!-- fixture events/", "<!-- fixture tools/", "<!-- fixture seats/", "<!-- streams -->");
    }

    @Test
    void everySubjectIsThere() throws Exception {
        List<String> subjects = new ArrayList<>();
        for (Method method : Subjects.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && !NO_SUBJECTS.contains(method.getName())) {
                subjects.add(withPlaces(String.valueOf(method.invoke(null, arguments(method)))));
            }
        }
        for (Field field : Subjects.class.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers()) && !NO_SUBJECTS.contains(field.getName())) {
                subjects.add(String.valueOf(field.get(null)));
            }
        }
        assertThat(subjects).hasSizeGreaterThan(40);
        String page = page();
        assertThat(subjects)
                .filteredOn(subject -> !page.contains("| `" + subject + "` |"))
                .isEmpty();
        assertThat(page).contains("queue group `" + Subjects.ASK_QUEUE + "`", "`" + Subjects.WHOLE_MESH + "`");
        for (String question : Subjects.serviceQuestions(new ModuleId("zz-module"))) {
            assertThat(page).contains("`" + question.split("\\.zz-module", 2)[0] + "`");
        }
    }

    @Test
    void everyHeaderIsThere() throws Exception {
        for (Field field : WireHeaders.class.getDeclaredFields()) {
            assertThat(page()).contains("| `" + field.get(null) + "` |");
        }
    }

    @Test
    void everyStreamIsThere() throws Exception {
        for (Field field : Streams.class.getDeclaredFields()) {
            if (Modifier.isPublic(field.getModifiers())) {
                assertThat(page()).as(field.getName()).contains(String.valueOf(field.get(null)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Envelope.class,
                Work.class,
                EnrolmentRequest.class,
                EnrolmentAnswer.class,
                Declaration.class,
                Declaration.ModuleDeclaration.class,
                Report.class,
                Report.ResourceReport.class,
                BrokerReport.class,
                Alive.class,
                Push.class,
                PushAnswer.class,
                DeadLetter.class,
                NodeCondition.class,
                ModuleCondition.class,
                BusObservation.class
            })
    void everyMemberIsThereInItsOrder(Class<?> payload) throws IOException {
        String page = page();
        int start = page.indexOf("\n### " + payload.getSimpleName() + "\n");
        assertThat(start).as(payload.getSimpleName() + " has a section").isPositive();
        int next = page.indexOf("\n##", start + 1);
        List<String> members = Pattern.compile("(?m)^\\| `(\\w+)` \\| *(?:optional)? *\\|")
                .matcher(page.substring(start, next))
                .results()
                .map(row -> row.group(1))
                .filter(member -> !(payload == Envelope.class && member.equals("specversion")))
                .toList();
        assertThat(members)
                .containsExactlyElementsOf(Arrays.stream(payload.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
    }

    @Test
    void everyPayloadOfTheWireHasASection() throws IOException {
        Path sources = Fixtures.home().resolve("../../sdk/src/main/java/io/meshbus/sdk/wire");
        try (Stream<Path> files = Files.list(sources)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                String text = Files.readString(file);
                String name = file.getFileName().toString().replace(".java", "");
                boolean inner = List.of("JsonText", "TokenText").contains(name);
                if (text.contains("public record " + name + "(") && !inner) {
                    assertThat(page()).contains("\n### " + name + "\n");
                }
            }
        }
    }

    private static Object[] arguments(Method method) {
        List<String> texts = new ArrayList<>(TEXTS.getOrDefault(method.getName(), List.of()));
        assertThat(texts)
                .as("TEXTS says what the texts of " + method.getName() + " are")
                .hasSize((int) Arrays.stream(method.getParameterTypes())
                        .filter(String.class::equals)
                        .count());
        return Arrays.stream(method.getParameterTypes())
                .map(type -> type == String.class ? texts.remove(0) : TOKENS.get(type))
                .toArray();
    }

    private static String withPlaces(String subject) {
        return subject.replace(SHA256, "<sha256>").replace("777", "<n>").replaceAll("zz-(\\w+)", "<$1>");
    }
}
