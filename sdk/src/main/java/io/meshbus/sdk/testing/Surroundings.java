package io.meshbus.sdk.testing;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionFiles;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Foundation;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.ManifestReader;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.manifest.ToolRef;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The smallest mesh around one module: the module as its files say, a stand-in for each module it names, one that holds
 * the seats it works with, and the probe, which may use all that the module offers. Pure but for reading the directory.
 */
final class Surroundings {
    static final String MESH = "test";
    static final String NODE = "n1";
    /** The module that may use everything of the module under test. */
    static final String PROBE = "test-probe";
    /** The module that holds the seats which the module under test does not. */
    static final String ROLES = "test-roles";

    private final Manifest manifest;
    private final Map<String, Set<String>> emits = new TreeMap<>();
    private final Map<String, Set<String>> serves = new TreeMap<>();
    private final Set<String> held = new TreeSet<>();

    private Surroundings(Manifest manifest) {
        this.manifest = manifest;
        manifest.needs().forEach(this::stand);
        manifest.consumes().forEach(this::emit);
        manifest.uses().forEach(this::serve);
        manifest.submits().forEach(work -> hold(work.seat()));
    }

    /**
     * @param definition a definition directory, or any that holds {@code modules/<module>} and the seats it names; jars
     *     need not be built
     * @throws io.meshbus.sdk.problem.ProblemException {@code DEFINITION_INVALID} with every fault
     */
    static DefinitionSource around(Path definition, String module) {
        String folder = "modules/" + module + "/";
        DefinitionSource all = DefinitionFiles.load(definition);
        Map<String, String> files = new TreeMap<>(all.files());
        files.keySet().removeIf(file -> !file.startsWith(folder) && !file.startsWith("seats/"));
        Map<String, ArtefactRef> artefacts = new TreeMap<>(all.artefacts());
        artefacts.keySet().removeIf(file -> !file.startsWith(folder));
        artefact(files.getOrDefault(folder + "module.yaml", ""))
                .forEach(jar -> artefacts.putIfAbsent(folder + jar, new ArtefactRef("0".repeat(64), 1)));
        Manifest manifest = ManifestReader.read(new DefinitionSource(files, artefacts), folder + "module.yaml");
        Surroundings around = new Surroundings(manifest);
        around.standIns(files);
        Definition withoutProbe = DefinitionReader.read(new DefinitionSource(files, artefacts));
        files.put(path(PROBE), around.probe(withoutProbe.seats()));
        return new DefinitionSource(files, artefacts);
    }

    /** The jar that the manifest names, which a test needs not have. */
    private static Stream<String> artefact(String yaml) {
        Object root = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
        return root instanceof Map<?, ?> top
                        && top.get("run") instanceof Map<?, ?> run
                        && run.get("artefact") instanceof String jar
                ? Stream.of(jar)
                : Stream.empty();
    }

    private void stand(ModuleId module) {
        emits.computeIfAbsent(module.value(), any -> new TreeSet<>());
    }

    private void emit(EventRef ref) {
        if (ref instanceof EventRef.OfModule event && !event.module().equals(manifest.module())) {
            emits.computeIfAbsent(event.module().value(), any -> new TreeSet<>())
                    .add(event.event().value());
        } else if (ref instanceof EventRef.OfSeat event) {
            hold(event.seat());
        }
    }

    private void serve(ToolRef ref) {
        if (ref instanceof ToolRef.OfModule tool && !tool.module().equals(manifest.module())) {
            stand(tool.module());
            serves.computeIfAbsent(tool.module().value(), any -> new TreeSet<>())
                    .add(tool.tool().value());
        } else if (ref instanceof ToolRef.OfSeat tool) {
            hold(tool.seat());
        }
    }

    private void hold(SeatId seat) {
        if (!manifest.holds().contains(seat) && !Foundation.isControllers(seat)) {
            held.add(seat.value());
        }
    }

    private void standIns(Map<String, String> files) {
        Stream<String> assigned =
                Stream.concat(Stream.of(manifest.module().value(), PROBE, ROLES), emits.keySet().stream());
        files.put(
                "mesh.yaml",
                "mesh: " + MESH + "\nnodes: { " + NODE + ": {} }\nassignments: "
                        + map(assigned.distinct().toList(), "[ " + NODE + " ]") + "\n");
        emits.forEach((module, events) -> files.put(path(module), standIn(module, events)));
        files.put(
                path(ROLES),
                manifest(ROLES, "provides: " + list(manifest.requires()) + "\nseats: { holds: " + list(held) + " }\n"));
        files.put(path(PROBE), manifest(PROBE, ""));
    }

    private String standIn(String module, Set<String> events) {
        String tools = map(serves.getOrDefault(module, Set.of()), "{ description: a stand-in }");
        return manifest(module, "emits: " + map(events, "{}") + "\nserves: " + tools + "\n");
    }

    /** May use every tool, hear every event and give every work of the module under test. */
    private String probe(Map<SeatId, Seat> seats) {
        List<Seat> protocols = manifest.holds().stream()
                .map(seats::get)
                .filter(java.util.Objects::nonNull)
                .toList();
        String module = manifest.module().value();
        Stream<String> events = Stream.concat(
                manifest.emits().keySet().stream().map(event -> module + "." + event),
                protocols.stream()
                        .flatMap(seat ->
                                seat.emits().keySet().stream().map(event -> "seat:" + seat.seat() + "." + event)));
        Stream<String> tools = Stream.concat(
                manifest.serves().keySet().stream().map(tool -> module + "." + tool),
                protocols.stream()
                        .flatMap(seat ->
                                seat.serves().keySet().stream().map(tool -> "seat:" + seat.seat() + "." + tool)));
        Stream<String> work = protocols.stream()
                .flatMap(seat -> seat.accepts().keySet().stream().map(verb -> seat.seat() + "." + verb));
        return manifest(
                PROBE,
                "consumes: " + list(events.toList()) + "\nuses: " + list(tools.toList()) + "\nseats: { submits: "
                        + list(work.toList()) + " }\n");
    }

    private static String path(String module) {
        return "modules/" + module + "/module.yaml";
    }

    private static String manifest(String module, String parts) {
        return "module: " + module + "\nversion: 0.0.0\n" + parts + "run: { process: { command: stand-in } }\n";
    }

    private static String list(Collection<?> values) {
        return values.stream().map(value -> "\"" + value + "\"").collect(Collectors.joining(", ", "[ ", " ]"));
    }

    private static String map(Collection<String> keys, String value) {
        return keys.stream().map(key -> "\"" + key + "\": " + value).collect(Collectors.joining(", ", "{ ", " }"));
    }
}
