package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.RunnerId;
import io.meshbus.sdk.id.ServerId;
import io.meshbus.sdk.manifest.Definition.Assignment;
import io.meshbus.sdk.manifest.Definition.Fabric;
import io.meshbus.sdk.manifest.Definition.Retention;
import io.meshbus.sdk.manifest.Definition.Settings;
import io.meshbus.sdk.manifest.YamlValue.Entry;
import io.meshbus.sdk.secret.UserKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** {@code mesh.yaml} (spec 3.3): the mesh, its nodes and what runs where. */
final class MeshFile {
    static final String NAME = "mesh.yaml";
    private static final long EVENT_BYTES_MIN = 1 << 10;
    private static final long EVENT_BYTES_MAX = 1 << 20;
    private static final Duration AGE_MAX = Duration.ofDays(3650);

    private final Faults faults;
    private final Section section;
    private final Map<NodeId, Map<String, String>> nodes = new LinkedHashMap<>();
    private final List<Assignment> assignments = new ArrayList<>();
    /** The modules that assignments name, also where their nodes are wrong. */
    private final Map<ModuleId, Place> assigned = new LinkedHashMap<>();

    private final String mesh;
    private final Settings settings;

    MeshFile(Faults faults, YamlValue root) {
        this.faults = faults;
        this.section = new Section(
                faults,
                NAME,
                root,
                "mesh",
                "nodes",
                "assignments",
                "answers",
                "auth",
                "retention",
                "fabric",
                "sources");
        section.require("mesh", "mesh: a-name");
        section.require("nodes", "nodes: { hub: {} }");
        this.mesh = readName();
        readNodes();
        section.entries("assignments").forEach(this::assign);
        this.settings = readSettings();
    }

    private String readName() {
        // A mesh's name obeys the same rule as a node's.
        NodeId name = section.id("mesh", NodeId::new);
        return name == null ? "" : name.value();
    }

    String mesh() {
        return mesh;
    }

    Map<NodeId, Map<String, String>> nodes() {
        return nodes;
    }

    List<Assignment> assignments() {
        return assignments;
    }

    Map<ModuleId, Place> assigned() {
        return assigned;
    }

    Settings settings() {
        return settings;
    }

    private Settings readSettings() {
        Map<String, Retention> retention = new LinkedHashMap<>();
        section.section("retention", "events", "dead", "artefacts").ifPresent(streams -> {
            for (String stream : List.of("events", "dead", "artefacts")) {
                (stream.equals("events")
                                ? streams.section(stream, "maxAge", "maxBytes", "maxEvent")
                                : streams.section(stream, "maxAge", "maxBytes"))
                        .ifPresent(limits -> retention.put(stream, retention(limits)));
            }
        });
        String answers =
                section.has("answers") ? section.choice("answers", "derived", "derived", "allow_responses") : null;
        String auth = section.has("auth") ? section.choice("auth", "password", "password", "nkey") : null;
        return new Settings(answers, auth, retention, readFabric(), section.json("sources"));
    }

    private Fabric readFabric() {
        Map<ServerId, String> servers = new LinkedHashMap<>();
        Map<RunnerId, String> runners = new LinkedHashMap<>();
        section.section("fabric", "servers", "runners").ifPresent(fabric -> {
            fabric.entries("servers").forEach(entry -> keyed(entry, ServerId::new, servers));
            fabric.entries("runners").forEach(entry -> keyed(entry, RunnerId::new, runners));
        });
        return new Fabric(servers, runners);
    }

    private <T> void keyed(Entry entry, Function<String, T> id, Map<T, String> into) {
        T name = faults.value(entry.place(), entry.key(), id);
        String key = entry.value().text();
        if (key == null || !UserKey.isPublic(key)) {
            faults.add(
                    entry.place(),
                    entry.key() + " has no public key",
                    "an nkey of a user is expected, U and 55 characters",
                    "write " + entry.key() + ": U… ; its seed stays with it");
        } else if (name != null) {
            into.put(name, key);
        }
    }

    private Retention retention(Section limits) {
        Duration maxAge = limits.duration("maxAge", Duration.ZERO, AGE_MAX);
        Long maxBytes = limits.size("maxBytes");
        if (limits.has("maxAge") && maxAge.isZero()) {
            faults.add(limits.place("maxAge"), "maxAge is zero", "nothing would be kept", "write for example 7d");
        }
        if (maxBytes != null && maxBytes == 0) {
            faults.add(limits.place("maxBytes"), "maxBytes is zero", "nothing would be kept", "write for example 1GiB");
        }
        Long maxEvent = limits.size("maxEvent");
        if (maxEvent != null && (maxEvent < EVENT_BYTES_MIN || maxEvent > EVENT_BYTES_MAX)) {
            faults.add(
                    limits.place("maxEvent"),
                    "maxEvent is " + maxEvent + " bytes",
                    "it is from 1KiB to 1MiB, with the headers",
                    "write for example 64KiB");
        }
        return new Retention(limits.has("maxAge") ? maxAge : null, maxBytes, maxEvent);
    }

    private void readNodes() {
        List<Entry> entries = section.entries("nodes");
        if (section.has("nodes") && entries.isEmpty()) {
            faults.add(section.place("nodes"), "there is no node", "", "add one, for example hub: {}");
        }
        for (Entry entry : entries) {
            NodeId node = faults.value(entry.place(), entry.key(), NodeId::new);
            Section body = new Section(faults, "a node", entry.value(), "labels");
            Map<String, String> labels = body.textMap("labels");
            if (node != null) {
                nodes.put(node, labels);
            }
        }
    }

    private void assign(Entry entry) {
        ModuleId module = faults.value(entry.place(), entry.key(), ModuleId::new);
        if (module == null) {
            return;
        }
        assigned.put(module, entry.place());
        if (entry.value().isList()) {
            byName(module, entry);
        } else if (entry.value().isMapping()) {
            byLabels(module, entry);
        } else {
            String remedy = "write " + module + ": [ node, … ] or " + module + ": { select: { label: value } }";
            faults.add(
                    entry.place(),
                    "assignment of " + module + " names no nodes",
                    "here is " + entry.value().kind(),
                    remedy);
        }
    }

    private void byName(ModuleId module, Entry entry) {
        Set<NodeId> named = new HashSet<>();
        if (entry.value().items().isEmpty()) {
            faults.add(
                    entry.place(), "assignment of " + module + " names no nodes", "", "name one, or remove the module");
        }
        for (YamlValue item : entry.value().items()) {
            String text = item.text();
            if (text == null) {
                faults.add(
                        item.place(),
                        "a node's name is expected",
                        "here is " + item.kind(),
                        "write the name of a node");
                continue;
            }
            NodeId node = faults.value(item.place(), text, NodeId::new);
            if (node == null) {
                continue;
            }
            if (!nodes.containsKey(node)) {
                List<String> known = nodes.keySet().stream().map(NodeId::value).toList();
                faults.unknown(
                        item.place(), "there is no node " + node, text, known, "add it under nodes, or correct it");
            } else if (!named.add(node)) {
                faults.add(item.place(), module + " is assigned to " + node + " twice", "", "keep one of the two");
            } else {
                assignments.add(new Assignment(module, node));
            }
        }
    }

    private void byLabels(ModuleId module, Entry entry) {
        Section body = new Section(faults, "an assignment", entry.value(), "select");
        body.require("select", "select: { label: value }");
        Map<String, String> wanted = body.textMap("select");
        List<NodeId> fitting = nodes.entrySet().stream()
                .filter(node -> node.getValue().entrySet().containsAll(wanted.entrySet()))
                .map(Map.Entry::getKey)
                .toList();
        if (fitting.isEmpty() && body.has("select")) {
            String remedy = "label a node so, or correct the selector";
            faults.add(entry.place(), "no node fits the selector of " + module, wanted.toString(), remedy);
        }
        fitting.forEach(node -> assignments.add(new Assignment(module, node)));
    }
}
