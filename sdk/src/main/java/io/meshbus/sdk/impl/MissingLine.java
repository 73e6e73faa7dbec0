package io.meshbus.sdk.impl;

import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.Streams;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From what the server refused a module to the line that its manifest lacks (spec 4.2): the composition backwards. */
final class MissingLine {
    private static final Pattern PULL =
            Pattern.compile(Pattern.quote(Streams.API_PREFIX) + "\\.CONSUMER\\.MSG\\.NEXT\\.([^.]+)\\.([^.]+)");
    private static final String SEAT_STREAM = "SEAT_";
    /** Principals of two tokens that are no modules. */
    private static final Set<String> NO_MODULES = Set.of("host", "person", "enrol", "controller", "fabric");

    private static final String GENERAL =
            "declare the use in the manifest and push, or wait until the new permissions are live";

    private MissingLine() {}

    static String remedy(PrincipalId principal, Violations.Kind kind, String subject) {
        String[] tokens = principal.value().split("\\.", -1);
        if (tokens.length != 2 || NO_MODULES.contains(tokens[0])) {
            return GENERAL;
        }
        return line(tokens[0], kind, subject)
                .map(line -> "write `" + line + "` into modules/" + tokens[0]
                        + "/module.yaml and push; if it stands there, the new permissions are not live yet")
                .orElse(GENERAL);
    }

    static Optional<String> line(String module, Violations.Kind kind, String subject) {
        Matcher pull = PULL.matcher(subject);
        if (pull.matches()) {
            return pulled(module, pull.group(1), pull.group(2));
        }
        try {
            MeshSubject parsed = MeshSubject.parse(subject);
            return kind == Violations.Kind.PUBLISH ? published(module, parsed) : served(module, parsed);
        } catch (ProblemException noSubjectOfTheMesh) {
            return Optional.empty();
        }
    }

    private static Optional<String> pulled(String module, String stream, String consumer) {
        if (stream.equals(Streams.EVENTS) && consumer.equals(module)) {
            return Optional.of("consumes: [ … ]");
        }
        return stream.startsWith(SEAT_STREAM) && consumer.equals(Streams.HOLDERS)
                ? Optional.of(holds(stream.substring(SEAT_STREAM.length())))
                : Optional.empty();
    }

    private static Optional<String> published(String module, MeshSubject subject) {
        if (subject instanceof MeshSubject.Event event && event.module().value().equals(module)) {
            return Optional.of("emits: { " + event.event() + ": {} }");
        } else if (subject instanceof MeshSubject.Tool tool) {
            return Optional.of("uses: [ " + tool.module() + "." + tool.tool() + " ]");
        } else if (subject instanceof MeshSubject.SeatTool tool) {
            return Optional.of("uses: [ seat:" + tool.seat() + "." + tool.tool() + " ]");
        } else if (subject instanceof MeshSubject.SeatWork work) {
            return Optional.of("seats: { submits: [ " + work.seat() + "." + work.verb() + " ] }");
        } else if (subject instanceof MeshSubject.SeatEvent event) {
            return Optional.of(holds(event.seat().value()));
        }
        return Optional.empty();
    }

    private static Optional<String> served(String module, MeshSubject subject) {
        if (subject instanceof MeshSubject.Tool tool && tool.module().value().equals(module)) {
            return Optional.of("serves: { " + tool.tool() + ": { description: … } }");
        }
        return subject instanceof MeshSubject.SeatTool tool
                ? Optional.of(holds(tool.seat().value()))
                : Optional.empty();
    }

    private static String holds(String seat) {
        return "seats: { holds: [ " + seat + " ] }";
    }
}
