package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.SeatId;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What one file says about another: every reference leads somewhere (spec 3.3). */
final class CrossCheck {
    private final Faults faults;
    private final MeshFile mesh;
    private final Map<ModuleId, ManifestDraft> modules;
    private final Map<SeatId, Seat> seats;
    /** Names of modules and seats whose files could not be read: what leads there is no fault of its own. */
    private final Set<String> unread;

    CrossCheck(
            Faults faults,
            MeshFile mesh,
            Map<ModuleId, ManifestDraft> modules,
            Map<SeatId, Seat> seats,
            Set<String> unread) {
        this.faults = faults;
        this.mesh = mesh;
        this.modules = modules;
        this.seats = seats;
        this.unread = unread;
    }

    void run() {
        assignments();
        Set<String> events = eventsThatAreEmitted();
        Set<String> tools = toolsThatAreServed();
        Set<String> work = workThatIsAccepted();
        Set<String> provided = modules.values().stream()
                .flatMap(draft -> draft.manifest().provides().stream())
                .collect(Collectors.toSet());
        for (ManifestDraft draft : modules.values()) {
            leadsTo(
                    draft.consumes(),
                    events,
                    "event",
                    "nobody emits",
                    "declare it where it is emitted, or remove it here");
            leadsTo(draft.uses(), tools, "tool", "nobody serves", "declare it where it is served, or remove it here");
            leadsTo(draft.submits(), work, "work", "no seat accepts", "declare it in the seat, or remove it here");
            if (unread.isEmpty()) {
                leadsTo(draft.requires(), provided, "provision", "nobody provides", "add a module that provides it");
            }
            needs(draft.needs());
            watches(draft.watches());
        }
        holders();
        NeedsOrder.cycles(modules, faults);
    }

    private void assignments() {
        List<String> known = modules.keySet().stream().map(ModuleId::value).toList();
        mesh.assigned().forEach((module, place) -> {
            if (!modules.containsKey(module) && !unread.contains(module.value())) {
                String remedy = "add modules/" + module + "/module.yaml, or correct the name";
                faults.unknown(place, "there is no module " + module, module.value(), known, remedy);
            }
        });
        modules.forEach((module, draft) -> {
            if (!mesh.assigned().containsKey(module)) {
                String why = draft.holds().isEmpty()
                        ? "it would run nowhere"
                        : "it would run nowhere, and it holds " + Placed.values(draft.holds());
                String remedy = "add `" + module + ": [ node ]` under assignments in mesh.yaml";
                faults.add(Place.of(draft.file()), "module " + module + " is assigned to no node", why, remedy);
            }
        });
    }

    private Set<String> eventsThatAreEmitted() {
        Set<String> events = new TreeSet<>();
        modules.forEach((module, draft) -> draft.manifest()
                .emits()
                .keySet()
                .forEach(e -> events.add(new EventRef.OfModule(module, e).toString())));
        seats.forEach((seat, protocol) ->
                protocol.emits().keySet().forEach(e -> events.add(new EventRef.OfSeat(seat, e).toString())));
        return events;
    }

    private Set<String> toolsThatAreServed() {
        Set<String> tools = new TreeSet<>();
        Set<SeatId> held = heldSeats();
        modules.forEach((module, draft) ->
                draft.manifest().serves().keySet().forEach(t -> tools.add(new ToolRef.OfModule(module, t).toString())));
        seats.forEach((seat, protocol) -> {
            if (held.contains(seat) || Foundation.isControllers(seat)) {
                protocol.serves().keySet().forEach(t -> tools.add(new ToolRef.OfSeat(seat, t).toString()));
            }
        });
        return tools;
    }

    private Set<SeatId> heldSeats() {
        return modules.values().stream()
                .flatMap(draft -> draft.manifest().holds().stream())
                .collect(Collectors.toCollection(HashSet::new));
    }

    private Set<String> workThatIsAccepted() {
        Set<String> work = new TreeSet<>();
        seats.forEach((seat, protocol) ->
                protocol.accepts().keySet().forEach(verb -> work.add(new SeatVerb(seat, verb).toString())));
        return work;
    }

    private <T> void leadsTo(
            List<Placed<T>> references, Collection<String> known, String kind, String nobody, String remedy) {
        for (Placed<T> reference : references) {
            String name = Objects.toString(reference.value());
            if (!known.contains(name) && !unread.contains(owner(name))) {
                faults.unknown(reference.place(), kind + " " + name + ": " + nobody + " it", name, known, remedy);
            }
        }
    }

    private static String owner(String reference) {
        String name = reference.startsWith("seat:") ? reference.substring("seat:".length()) : reference;
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    private void needs(List<Placed<ModuleId>> needs) {
        List<String> known = modules.keySet().stream().map(ModuleId::value).toList();
        for (Placed<ModuleId> need : needs) {
            String name = need.value().value();
            if (!modules.containsKey(need.value()) && !unread.contains(name)) {
                faults.unknown(need.place(), "there is no module " + name, name, known, "correct or remove it");
            }
        }
    }

    private void watches(List<Placed<String>> watches) {
        Set<String> known = new TreeSet<>(List.of("node.*", "module.*"));
        mesh.nodes().keySet().stream().map(NodeId::value).forEach(node -> known.add("node." + node));
        modules.keySet().forEach(module -> known.add("module." + module));
        for (Placed<String> watch : watches) {
            String name = watch.value();
            if (!known.contains(name) && !unread.contains(name.substring(name.indexOf('.') + 1))) {
                faults.unknown(watch.place(), "nothing has the key " + name, name, known, "correct or remove it");
            }
        }
    }

    private void holders() {
        List<String> known = seats.keySet().stream().map(SeatId::value).toList();
        Map<SeatId, ManifestDraft> first = new java.util.HashMap<>();
        for (ManifestDraft draft : modules.values()) {
            for (Placed<SeatId> hold : draft.holds()) {
                Seat seat = seats.get(hold.value());
                String name = hold.value().value();
                if (seat == null) {
                    if (!unread.contains(name)) {
                        String remedy = "add seats/" + name + ".yaml, or correct the name";
                        faults.unknown(hold.place(), "there is no seat " + name, name, known, remedy);
                    }
                } else if (Foundation.isControllers(hold.value())) {
                    faults.add(hold.place(), "the controller holds " + name, "no module can", "remove it");
                } else {
                    oneHolder(seat, draft, hold.place(), first);
                }
            }
        }
    }

    private void oneHolder(Seat seat, ManifestDraft draft, Place place, Map<SeatId, ManifestDraft> first) {
        ManifestDraft other = first.putIfAbsent(seat.seat(), draft);
        if (other != null && seat.oneHolder()) {
            String why = other.manifest().module() + " holds it already";
            String remedy = "let one of them hold it, or say `holders: many` in the seat";
            faults.add(place, "seat " + seat.seat() + " has one holder", why, remedy);
        }
    }
}
