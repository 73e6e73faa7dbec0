package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.SeatId;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a whole mesh definition (spec 3.3; the grammar is docs/MANIFEST): refused whole or taken whole. Pure: the same
 * source gives the same definition, or the same faults, on both ends.
 */
public final class DefinitionReader {
    private static final Pattern IN_MODULES = Pattern.compile("modules/([^/]*)(/.*)?");
    private static final String MANIFEST = "module.yaml";

    private final DefinitionSource source;
    private final Faults faults = new Faults();
    private final Map<String, String> where = new LinkedHashMap<>();
    private final Map<ModuleId, ManifestDraft> drafts = new LinkedHashMap<>();
    private final Map<SeatId, Seat> seats = new LinkedHashMap<>(Foundation.all());
    private final Set<String> unread = new HashSet<>();

    private DefinitionReader(DefinitionSource source) {
        this.source = source;
    }

    /**
     * @throws io.meshbus.sdk.problem.ProblemException {@code DEFINITION_INVALID} with every fault found, each with
     *     file:line, the nearest known name where there is one, and a remedy
     */
    public static Definition read(DefinitionSource source) {
        return new DefinitionReader(source).read();
    }

    private Definition read() {
        MeshFile mesh = mesh();
        seats();
        modules();
        if (mesh != null) {
            new CrossCheck(faults, mesh, drafts, seats, unread).run();
        }
        faults.refuseIfAny();
        if (mesh == null) {
            throw new IllegalStateException("a definition without mesh.yaml passed");
        }
        Map<ModuleId, Manifest> modules = new LinkedHashMap<>();
        drafts.forEach((module, draft) -> modules.put(module, draft.manifest()));
        return new Definition(
                mesh.mesh(),
                mesh.nodes(),
                mesh.assignments(),
                modules,
                seats,
                source.artefacts(),
                where,
                mesh.settings());
    }

    private @Nullable MeshFile mesh() {
        String text = source.files().get(MeshFile.NAME);
        if (text == null) {
            String why = "a definition starts with it";
            faults.unknown(
                    Place.of(MeshFile.NAME), "there is no mesh.yaml", MeshFile.NAME, topLevel(), "add it: " + why);
            return null;
        }
        YamlValue root = YamlFile.read(MeshFile.NAME, text, faults);
        if (root == null) {
            return null;
        }
        Wheres.record(root, "", where);
        return new MeshFile(faults, root);
    }

    private Set<String> topLevel() {
        Set<String> names = new TreeSet<>(source.files().keySet());
        names.removeIf(name -> name.contains("/"));
        return names;
    }

    private void seats() {
        for (Map.Entry<String, String> file : source.files().entrySet()) {
            String path = file.getKey();
            if (!path.startsWith(SeatFile.FOLDER + "/") || path.indexOf('/', SeatFile.FOLDER.length() + 1) >= 0) {
                continue;
            }
            if (path.endsWith(SeatFile.SUFFIX)) {
                seat(path, file.getValue());
            } else if (path.endsWith(".yml")) {
                faults.add(Place.of(path), "this file is not read", "seats end in .yaml", "rename it");
            }
        }
    }

    private void seat(String path, String text) {
        YamlValue root = YamlFile.read(path, text, faults);
        Seat seat = root == null ? null : SeatFile.read(source, faults, path, root);
        if (root == null || seat == null) {
            unread.add(path.substring(SeatFile.FOLDER.length() + 1, path.length() - SeatFile.SUFFIX.length()));
            return;
        }
        Wheres.record(root, "seats." + seat.seat(), where);
        if (!Foundation.all().containsKey(seat.seat()) && seats.putIfAbsent(seat.seat(), seat) != null) {
            faults.add(root.place(), "there are two seats " + seat.seat(), "", "remove or rename one");
        }
    }

    private void modules() {
        Set<String> folders = new TreeSet<>();
        for (String path : allPaths()) {
            Matcher matcher = IN_MODULES.matcher(path);
            if (matcher.matches()) {
                if (matcher.group(2) == null) {
                    faults.add(Place.of(path), "this file is not read", "", "put it into a folder modules/<module>/");
                } else {
                    folders.add(matcher.group(1));
                }
            }
        }
        folders.forEach(this::module);
    }

    private Set<String> allPaths() {
        Set<String> paths = new TreeSet<>(source.files().keySet());
        paths.addAll(source.artefacts().keySet());
        return paths;
    }

    private void module(String folder) {
        String file = "modules/" + folder + "/" + MANIFEST;
        String text = source.files().get(file);
        if (text == null) {
            String remedy = "add it, or remove the folder";
            faults.add(Place.of(file), "the folder has no " + MANIFEST, "it would run nothing", remedy);
            unread.add(folder);
            return;
        }
        YamlValue root = YamlFile.read(file, text, faults);
        ManifestDraft draft = root == null ? null : new ManifestFile(source, faults, file, root).read();
        if (root == null || draft == null) {
            unread.add(folder);
            return;
        }
        ModuleId module = draft.manifest().module();
        Wheres.record(root, "modules." + module, where);
        where.put("modules." + module, file + ":1");
        if (drafts.putIfAbsent(module, draft) != null) {
            faults.add(root.place(), "there are two modules " + module, "", "rename one");
        }
    }
}
