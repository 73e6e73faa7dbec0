package io.meshbus.sdk.module;

import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the manifest allows, asked before anything goes out; everything else is a {@code NOT_DECLARED}. */
final class Declared {
    private static final String SEAT = "seat:";

    private final ModuleContext context;
    private final Manifest manifest;

    Declared(ModuleContext context) {
        this.context = context;
        this.manifest = context.manifest();
    }

    /** A tool that this module serves; without a definition when its seat's protocol is not known here. */
    record Served(ToolRef ref, Manifest.@Nullable Tool definition) {}

    /** An event that this module emits. */
    record Emitted(EventRef ref, @Nullable JsonObject schema) {}

    ToolRef used(String tool) {
        ToolRef ref = ToolRef.parse(tool);
        if (!manifest.uses().contains(ref)) {
            throw missing("the use of " + ref, list("uses", manifest.uses(), ref));
        }
        return ref;
    }

    Served served(String tool) {
        if (tool.startsWith(SEAT)) {
            ToolRef.OfSeat ref = (ToolRef.OfSeat) ToolRef.parse(tool);
            Optional<Seat> seat = held(ref.seat());
            Manifest.Tool definition = seat.map(s -> s.serves().get(ref.tool())).orElse(null);
            if (seat.isPresent() && definition == null) {
                throw missingInSeat(ref.seat(), "tool " + ref.tool(), "serves: { " + ref.tool() + ": { … } }");
            }
            return new Served(ref, definition);
        }
        ToolName name = new ToolName(tool);
        Manifest.Tool definition = manifest.serves().get(name);
        if (definition == null) {
            throw missing(
                    "tool " + name, "serves: { " + name + ": { description: …, input: schemas/" + name + ".json } }");
        }
        return new Served(new ToolRef.OfModule(manifest.module(), name), definition);
    }

    Emitted emitted(String event) {
        if (event.startsWith(SEAT)) {
            EventRef.OfSeat ref = (EventRef.OfSeat) EventRef.parse(event);
            return seatEvent(ref.seat(), ref.event());
        }
        EventName name = new EventName(event);
        Manifest.Emit emit = manifest.emits().get(name);
        if (emit == null) {
            throw missing("event " + name, "emits: { " + name + ": { schema: schemas/" + name + ".json } }");
        }
        return new Emitted(new EventRef.OfModule(manifest.module(), name), emit.schema());
    }

    Emitted seatEvent(SeatId id, EventName name) {
        Optional<Seat> seat = held(id);
        Manifest.Emit emit = seat.map(s -> s.emits().get(name)).orElse(null);
        if (seat.isPresent() && emit == null) {
            throw missingInSeat(id, "event " + name, "emits: { " + name + ": {} }");
        }
        return new Emitted(new EventRef.OfSeat(id, name), emit == null ? null : emit.schema());
    }

    /** The consumed events that a pattern names; at least one. */
    List<EventRef> consumed(String pattern) {
        if (!pattern.endsWith(".*")) {
            EventRef ref = EventRef.parse(pattern);
            if (!manifest.consumes().contains(ref)) {
                throw missing("the event " + ref, list("consumes", manifest.consumes(), ref));
            }
            return List.of(ref);
        }
        String owner = pattern.substring(0, pattern.length() - 1);
        List<EventRef> fitting = manifest.consumes().stream()
                .filter(ref -> ref.toString().startsWith(owner))
                .toList();
        if (fitting.isEmpty()) {
            throw missing("any event that " + pattern + " fits", list("consumes", manifest.consumes(), owner + "…"));
        }
        return fitting;
    }

    SeatVerb submitted(String work) {
        SeatVerb ref = SeatVerb.parse(work);
        if (!manifest.submits().contains(ref)) {
            throw missing("work " + ref, "seats: { " + list("submits", manifest.submits(), ref) + " }");
        }
        return ref;
    }

    SeatVerb accepted(String work) {
        SeatVerb ref = SeatVerb.parse(work);
        Optional<Seat> seat = held(ref.seat());
        if (seat.isPresent() && !seat.get().accepts().containsKey(ref.verb())) {
            throw missingInSeat(ref.seat(), "work " + ref.verb(), "accepts: { " + ref.verb() + ": {} }");
        }
        return ref;
    }

    /** The schema of a seat's work, null when it has none or is not known here. */
    @Nullable
    JsonObject workSchema(SeatVerb work) {
        return context.seat(work.seat())
                .map(seat -> seat.accepts().get(work.verb()))
                .map(Seat.Work::schema)
                .orElse(null);
    }

    private Optional<Seat> held(SeatId seat) {
        if (!manifest.holds().contains(seat)) {
            throw missing("the seat " + seat, "seats: { " + list("holds", manifest.holds(), seat) + " }");
        }
        return context.seat(seat);
    }

    private static String list(String key, Collection<?> there, Object more) {
        return key + ": "
                + Stream.concat(there.stream(), Stream.of(more))
                        .map(String::valueOf)
                        .collect(Collectors.joining(", ", "[ ", " ]"));
    }

    private ProblemException missing(String use, String line) {
        return missing(manifest, use, line);
    }

    static ProblemException missing(Manifest manifest, String use, String line) {
        String file = "modules/" + manifest.module() + "/module.yaml";
        return notDeclared("module " + manifest.module(), use, file, line);
    }

    private static ProblemException missingInSeat(SeatId seat, String use, String line) {
        return notDeclared("seat " + seat, use, "seats/" + seat + ".yaml", line);
    }

    private static ProblemException notDeclared(String who, String use, String file, String line) {
        return new Problem(
                        ProblemCode.NOT_DECLARED,
                        who + " does not declare " + use,
                        file,
                        "the bus grants what is declared and nothing else",
                        "write there: " + line)
                .asException();
    }
}
