package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.manifest.Manifest.Delivery;
import io.meshbus.sdk.manifest.Manifest.Resource;
import io.meshbus.sdk.manifest.Manifest.Rollout;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One {@code module.yaml} (spec 3.5): its own keys and the files beside it, not the mesh around it. */
final class ManifestFile {
    private static final String[] KEYS = {
        "module",
        "version",
        "emits",
        "consumes",
        "serves",
        "uses",
        "watches",
        "seats",
        "provides",
        "requires",
        "needs",
        "run",
        "resources",
        "config",
        "secrets",
        "rollout",
        "delivery"
    };
    private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}");
    private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9_-]{0,63}");
    private static final Pattern STATE_KEY =
            Pattern.compile("(node|module)\\.(\\*|[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)");
    private static final Duration PAUSE_MAX = Duration.ofDays(1);
    private static final Duration ACK_WAIT_MAX = Duration.ofHours(1);
    private static final Duration DELAY_MAX = Duration.ofDays(1);
    private static final int DELIVERIES_MAX = 100;
    private static final int BATCH_MAX = 10_000;

    private final DefinitionSource source;
    private final Faults faults;
    private final String file;
    private final String folder;
    private final Section section;
    private final ToolParts tools;

    ManifestFile(DefinitionSource source, Faults faults, String file, YamlValue root) {
        this.source = source;
        this.faults = faults;
        this.file = file;
        this.folder = file.substring(0, Math.max(0, file.lastIndexOf('/')));
        this.section = new Section(faults, "the manifest", root, KEYS);
        this.tools = new ToolParts(faults, new SchemaFile(source.files(), faults), folder);
    }

    /** What could be read; null when not even the module's name could. */
    @Nullable
    ManifestDraft read() {
        section.require("module", "module: a-name");
        section.require("version", "version: 1.0.0");
        section.require("run", "run: { verticle: com.example.Class, artefact: name.jar }");
        ModuleId module = section.id("module", ModuleId::new);
        if (module == null) {
            return null;
        }
        String name = folder.substring(folder.lastIndexOf('/') + 1);
        if (!name.equals(module.value())) {
            String why = "the folder is " + Faults.quoted(name) + ", the module " + module;
            faults.add(section.place("module"), "folder and module differ", why, "give both the same name");
        }
        Section seats = section.section("seats", "holds", "submits").orElse(null);
        List<Placed<SeatId>> holds = seats == null ? List.of() : seats.ids("holds", SeatId::new);
        List<Placed<SeatVerb>> submits = seats == null ? List.of() : seats.ids("submits", SeatVerb::parse);
        List<Placed<EventRef>> consumes = section.ids("consumes", EventRef::parse);
        List<Placed<ToolRef>> uses = section.ids("uses", ToolRef::parse);
        List<Placed<String>> watches =
                section.ids("watches", text -> matching(STATE_KEY, "key", text, "node.* or module.m"));
        List<Placed<String>> requires = section.ids("requires", ManifestFile::word);
        List<Placed<ModuleId>> needs = section.ids("needs", ModuleId::new);
        Manifest manifest = new Manifest(
                module,
                version(),
                tools.emits(section),
                Placed.values(consumes),
                tools.serves(section),
                Placed.values(uses),
                Placed.values(watches),
                Placed.values(holds),
                Placed.values(submits),
                Placed.values(section.ids("provides", ManifestFile::word)),
                Placed.values(requires),
                Placed.values(needs),
                new RunPart(source, faults, folder).read(section),
                resources(),
                section.json("config"),
                Placed.values(section.ids("secrets", ManifestFile::word)),
                rollout(),
                delivery());
        return new ManifestDraft(file, manifest, consumes, uses, watches, holds, submits, requires, needs);
    }

    private String version() {
        String version = section.id("version", text -> matching(VERSION, "version", text, "1.4.0"));
        return version == null ? "0" : version;
    }

    private List<Resource> resources() {
        List<Resource> resources = new ArrayList<>();
        Set<String> targets = new HashSet<>();
        for (YamlValue item : section.items("resources")) {
            Section resource = new Section(faults, "a resource", item, "file", "from", "directory");
            String target = resource.id("file", RelativePath::require);
            String from = resource.id("from", RelativePath::require);
            String directory = resource.id("directory", RelativePath::require);
            if (resource.has("directory") == resource.has("file") || resource.has("file") != resource.has("from")) {
                String remedy = "write { file: target, from: source } or { directory: name }";
                faults.add(item.place(), "a resource is a file with its source, or a directory", "", remedy);
            }
            if (from != null && !source.files().containsKey(folder + "/" + from)) {
                missing(resource.place("from"), from);
            }
            String path = target == null ? directory : target;
            if (path != null && !targets.add(path)) {
                faults.add(item.place(), "two resources at " + Faults.quoted(path), "", "give one another path");
            }
            resources.add(new Resource(target, from, directory));
        }
        return resources;
    }

    private void missing(Place place, String from) {
        String path = folder + "/" + from;
        boolean binary = source.artefacts().containsKey(path);
        String what = "file " + Faults.quoted(from) + (binary ? " is not text" : " is not there");
        if (binary) {
            faults.add(place, what, "a resource carries UTF-8 text", "put it into the module's artefact");
        } else {
            faults.unknown(place, what, path, source.files().keySet(), "add the file " + Faults.shown(path));
        }
    }

    private Rollout rollout() {
        Section rollout =
                section.section("rollout", "batch", "pause", "onFailure").orElse(null);
        return rollout == null
                ? new Rollout(1, Duration.ZERO, "halt")
                : new Rollout(
                        rollout.integer("batch", 1, 1, BATCH_MAX),
                        rollout.duration("pause", Duration.ZERO, PAUSE_MAX),
                        rollout.choice("onFailure", "halt", "halt", "continue"));
    }

    private Delivery delivery() {
        Section delivery =
                section.section("delivery", "maxDeliver", "delays", "ackWait").orElse(null);
        if (delivery == null) {
            return Delivery.DEFAULT;
        }
        int maxDeliver = delivery.integer("maxDeliver", Delivery.DEFAULT.maxDeliver(), 1, DELIVERIES_MAX);
        List<Duration> delays = delivery.durations("delays", Delivery.DEFAULT.delays(), DELAY_MAX);
        if (delivery.has("delays") && delays.isEmpty()) {
            faults.add(
                    delivery.place("delays"),
                    "delays is empty",
                    "a retry needs a delay",
                    "write [ 1s ] or leave it out");
        }
        Duration ackWait = delivery.duration("ackWait", Delivery.DEFAULT.ackWait(), ACK_WAIT_MAX);
        if (ackWait.toMillis() < 1000) {
            faults.add(
                    delivery.place("ackWait"),
                    "ackWait is too short",
                    "progress is signalled in half of it",
                    "at least 1s");
        }
        return new Delivery(maxDeliver, delays, ackWait);
    }

    private static String word(String text) {
        return matching(WORD, "name", text, "api-key");
    }

    static String matching(Pattern pattern, String kind, String text, String example) {
        if (!pattern.matcher(text).matches()) {
            throw Problem.of(
                            ProblemCode.DEFINITION_INVALID,
                            kind + " " + Faults.quoted(text) + " is not allowed",
                            "it does not have the form of one",
                            "write for example " + example)
                    .asException();
        }
        return text;
    }
}
