package io.meshbus.control.catalogue;

import io.meshbus.control.catalogue.rules.Caller;
import io.meshbus.control.catalogue.rules.Offer;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.SeatVerb;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The documents of the catalogue, made from the definition. */
final class Catalogue {
    private Catalogue() {}

    static List<JsonObject> tools(Definition definition, Caller caller) {
        return Offer.all(definition).stream()
                .filter(offer -> caller.mayCall(offer.ref().subject()))
                .map(Catalogue::tool)
                .toList();
    }

    private static JsonObject tool(Offer offer) {
        Manifest.Tool tool = offer.tool();
        return new JsonObject()
                .put("name", offer.ref().toString())
                .put("description", tool.description())
                .put(
                        "module",
                        offer.modules().isEmpty()
                                ? "controller"
                                : offer.modules().get(0).value())
                .put("modules", texts(offer.modules()))
                .put("nodes", texts(offer.nodes()))
                .put("input", tool.input())
                .put("output", tool.output())
                .put("timeoutMillis", tool.timeout().toMillis())
                .put("readOnly", tool.readOnly())
                .put("destructive", tool.destructive())
                .put("idempotent", tool.idempotent());
    }

    static List<JsonObject> modules(Definition definition) {
        List<JsonObject> modules = new ArrayList<>();
        definition
                .modules()
                .forEach((id, manifest) -> modules.add(new JsonObject()
                        .put("name", id.value())
                        .put("version", manifest.version())
                        .put("nodes", texts(definition.nodesOf(id)))
                        .put("emits", texts(manifest.emits().keySet()))
                        .put("consumes", texts(manifest.consumes()))
                        .put("serves", texts(manifest.serves().keySet()))
                        .put("uses", texts(manifest.uses()))
                        .put("holds", texts(manifest.holds()))
                        .put("submits", texts(manifest.submits()))));
        return modules;
    }

    static List<JsonObject> events(Definition definition) {
        List<JsonObject> events = new ArrayList<>();
        definition
                .modules()
                .forEach((module, manifest) -> manifest.emits()
                        .forEach((event, emit) -> events.add(
                                event(definition, new EventRef.OfModule(module, event), emit, List.of(module)))));
        definition
                .seats()
                .forEach((seat, protocol) -> protocol.emits()
                        .forEach((event, emit) -> events.add(event(
                                definition,
                                new EventRef.OfSeat(seat, event),
                                emit,
                                definition.holdersOf(seat).stream()
                                        .map(Manifest::module)
                                        .toList()))));
        return events;
    }

    private static JsonObject event(Definition definition, EventRef ref, Manifest.Emit emit, List<ModuleId> by) {
        return new JsonObject()
                .put("name", ref.toString())
                .put("description", emit.description())
                .put("schema", emit.schema())
                .put("modules", texts(by))
                .put(
                        "consumers",
                        texts(definition.modules().values().stream()
                                .filter(m -> m.consumes().contains(ref))
                                .map(Manifest::module)
                                .toList()));
    }

    /** With the work that the caller may submit; a role that takes none from it is not there. */
    static List<JsonObject> seats(Definition definition, Caller caller) {
        List<JsonObject> seats = new ArrayList<>();
        definition.seats().values().forEach(seat -> {
            JsonObject accepts = new JsonObject();
            seat.accepts().forEach((verb, work) -> {
                if (caller.mayCall(new SeatVerb(seat.seat(), verb).subject())) {
                    accepts.put(
                            verb.value(),
                            new JsonObject()
                                    .put("description", work.description())
                                    .put("schema", work.schema()));
                }
            });
            if (!accepts.isEmpty()) {
                seats.add(new JsonObject()
                        .put("name", seat.seat().value())
                        .put("description", seat.description())
                        .put("accepts", accepts)
                        .put("emits", texts(seat.emits().keySet()))
                        .put(
                                "modules",
                                texts(definition.holdersOf(seat.seat()).stream()
                                        .map(Manifest::module)
                                        .toList())));
            }
        });
        return seats;
    }

    private static JsonArray texts(Collection<?> names) {
        return new JsonArray(names.stream().map(String::valueOf).toList());
    }
}
