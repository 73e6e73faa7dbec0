package io.meshbus.bed.conformance;

import io.meshbus.control.genesis.rules.StreamSpecs;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.StreamAdmin.Discard;
import io.meshbus.sdk.bus.StreamAdmin.Retention;
import io.meshbus.sdk.bus.StreamAdmin.StreamSpec;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.wire.WireCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The parts of docs/WIRE that come from fixtures and code: a marker, and behind it what it stands for. */
final class WirePage {
    private static final Pattern PART = Pattern.compile(
            "<!-- (fixture|example|streams) ?(\\S*) -->\\n(?:```\\w+\\n.*?^```\\n|(?:^\\|[^\\n]*\\n)+)?",
            Pattern.DOTALL | Pattern.MULTILINE);
    private static final long MIB = 1L << 20;

    private WirePage() {}

    /** The page with every marked part as it has to be. */
    static String filled(String page) {
        return PART.matcher(page)
                .replaceAll(part -> Matcher.quoteReplacement("<!-- " + (part.group(1) + " " + part.group(2)).strip()
                        + " -->\n" + of(part.group(1), part.group(2))));
    }

    private static String of(String kind, String name) {
        return switch (kind) {
            case "fixture" -> fixture(name);
            case "example" ->
                "```json\n" + WireCodec.encode(WireExamples.of(name)).toString(StandardCharsets.UTF_8) + "\n```\n";
            default -> streams();
        };
    }

    private static String fixture(String name) {
        String[] path = name.split("/", -1);
        Case one = Fixtures.of(path[0]).stream()
                .filter(each -> each.name().equals(path[1]))
                .findFirst()
                .orElseThrow();
        StringBuilder text = new StringBuilder("```http\n");
        text.append(one.subject().isEmpty() ? "_INBOX.teller.n1.…" : one.subject())
                .append('\n');
        one.headers()
                .forEach((header, values) -> values.forEach(
                        value -> text.append(header).append(": ").append(value).append('\n')));
        return text.append('\n')
                .append(new String(one.bytes(), StandardCharsets.UTF_8))
                .append("\n```\n")
                .toString();
    }

    private static String streams() {
        StreamSpecs.Specs specs = StreamSpecs.of(List.of(DefinitionReader.read(Beds.SOURCE)), 1);
        Map<String, List<ConsumerSpec>> durables =
                specs.consumers().stream().collect(Collectors.groupingBy(ConsumerSpec::stream));
        return "| stream | subjects | kept | a message | when full | durable |\n|---|---|---|---|---|---|\n"
                + specs.streams().stream()
                        .map(stream -> row(stream, durables.getOrDefault(stream.name(), List.of())))
                        .collect(Collectors.joining());
    }

    private static String row(StreamSpec stream, List<ConsumerSpec> durables) {
        String subjects = stream.subjects().stream().map(s -> "`" + s + "`").collect(Collectors.joining(", "));
        String durable = durables.stream().map(WirePage::durable).collect(Collectors.joining(", "));
        String row = String.join(
                " | ", stream.name(), subjects, kept(stream), bytes(stream.maxMessageBytes()), full(stream), durable);
        return ("| " + row + " |\n")
                .replace("SEAT_desk", "SEAT_\\<seat\\>")
                .replace("mesh.seat.desk.", "mesh.seat.<seat>.")
                .replace("`hearer`", "`<module>`");
    }

    private static String durable(ConsumerSpec durable) {
        String attempts = durable.maxDeliver() < 0 ? "without end" : durable.maxDeliver() + " attempts";
        return "`" + durable.name() + "`, " + attempts;
    }

    private static String kept(StreamSpec stream) {
        StringBuilder kept = new StringBuilder(
                stream.retention() == Retention.WORK_QUEUE ? "until it is done" : age(stream.maxAge()));
        if (stream.maxPerSubject() > 0) {
            kept.append(", ").append(stream.maxPerSubject()).append(" a subject");
        }
        return kept.append(stream.maxBytes() > 0 ? ", " + bytes(stream.maxBytes()) : "")
                .toString();
    }

    private static String age(Duration age) {
        return age.isZero() ? "for ever" : age.toDays() + " days";
    }

    private static String full(StreamSpec stream) {
        String per = stream.discardNewPerSubject() ? ", also per subject" : "";
        return (stream.discard() == Discard.NEW ? "refuses" : "forgets the oldest") + per;
    }

    private static String bytes(long bytes) {
        return bytes % MIB == 0 ? bytes / MIB + " MiB" : bytes / 1024 + " KiB";
    }
}
