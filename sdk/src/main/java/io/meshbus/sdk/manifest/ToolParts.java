package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.id.Verb;
import io.meshbus.sdk.manifest.Manifest.Emit;
import io.meshbus.sdk.manifest.Manifest.Tool;
import io.meshbus.sdk.manifest.YamlValue.Entry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The parts that manifests and seats have in common: what is emitted, served and accepted. */
final class ToolParts {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT_MAX = Duration.ofMinutes(10);
    private static final int DESCRIPTION_CHARS_MAX = 2000;

    private final Faults faults;
    private final SchemaFile schemas;
    private final String folder;

    /** @param folder that schemas are relative to */
    ToolParts(Faults faults, SchemaFile schemas, String folder) {
        this.faults = faults;
        this.schemas = schemas;
        this.folder = folder;
    }

    Map<EventName, Emit> emits(Section section) {
        Map<EventName, Emit> emits = new LinkedHashMap<>();
        for (Entry entry : section.entries("emits")) {
            EventName event = faults.value(entry.place(), entry.key(), EventName::new);
            Section emit = new Section(faults, "an emitted event", entry.value(), "description", "schema");
            Emit read = new Emit(description(emit), schemas.at(emit, "schema", folder));
            if (event != null) {
                emits.put(event, read);
            }
        }
        return emits;
    }

    Map<ToolName, Tool> serves(Section section) {
        Map<ToolName, Tool> tools = new LinkedHashMap<>();
        for (Entry entry : section.entries("serves")) {
            ToolName tool = faults.value(entry.place(), entry.key(), ToolName::new);
            Tool read = tool(entry.value());
            if (tool != null) {
                tools.put(tool, read);
            }
        }
        return tools;
    }

    private Tool tool(YamlValue value) {
        Section tool = new Section(
                faults,
                "a tool",
                value,
                "description",
                "input",
                "output",
                "timeout",
                "readOnly",
                "destructive",
                "idempotent");
        Duration timeout = tool.duration("timeout", TIMEOUT, TIMEOUT_MAX);
        if (timeout.isZero()) {
            faults.add(tool.place("timeout"), "timeout is zero", "no call could be answered", "write for example 5s");
        }
        boolean readOnly = tool.bool("readOnly", false);
        boolean destructive = tool.bool("destructive", false);
        if (readOnly && destructive) {
            faults.add(tool.place("destructive"), "a read-only tool destroys nothing", "", "keep one of the two");
        }
        return new Tool(
                description(tool),
                schemas.at(tool, "input", folder),
                schemas.at(tool, "output", folder),
                timeout,
                readOnly,
                destructive,
                tool.bool("idempotent", false));
    }

    Map<Verb, Seat.Work> accepts(Section section) {
        Map<Verb, Seat.Work> accepts = new LinkedHashMap<>();
        for (Entry entry : section.entries("accepts")) {
            Verb verb = faults.value(entry.place(), entry.key(), Verb::new);
            Section work = new Section(faults, "accepted work", entry.value(), "description", "schema");
            Seat.Work read = new Seat.Work(description(work), schemas.at(work, "schema", folder));
            if (verb != null) {
                accepts.put(verb, read);
            }
        }
        return accepts;
    }

    String description(Section section) {
        String description = section.text("description", "");
        if (description.length() > DESCRIPTION_CHARS_MAX) {
            String why = description.length() + " characters";
            faults.add(
                    section.place("description"),
                    "the description is too long",
                    why,
                    "at most " + DESCRIPTION_CHARS_MAX);
            return "";
        }
        return description;
    }
}
