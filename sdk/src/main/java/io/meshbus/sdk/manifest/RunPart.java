package io.meshbus.sdk.manifest;

import io.meshbus.sdk.manifest.Manifest.ChildProcess;
import io.meshbus.sdk.manifest.Manifest.Container;
import io.meshbus.sdk.manifest.Manifest.Run;
import io.meshbus.sdk.manifest.Manifest.Verticle;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How a module runs: exactly one of verticle, process and container. */
final class RunPart {
    private static final Pattern CLASS = Pattern.compile("\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*"
            + "(\\.\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)*");
    private static final int INSTANCES_MAX = 64;

    private final DefinitionSource source;
    private final Faults faults;
    private final String folder;

    RunPart(DefinitionSource source, Faults faults, String folder) {
        this.source = source;
        this.faults = faults;
        this.folder = folder;
    }

    Run read(Section manifest) {
        Optional<Section> run = manifest.section("run", "verticle", "artefact", "instances", "process", "container");
        run.ifPresent(this::requireOneForm);
        return new Run(
                run.filter(r -> r.has("verticle")).map(this::verticle).orElse(null),
                run.flatMap(r -> r.section("process", "command", "args", "env"))
                        .map(this::process)
                        .orElse(null),
                run.flatMap(r -> r.section("container", "image", "ports", "mounts", "network", "user"))
                        .map(this::container)
                        .orElse(null));
    }

    private void requireOneForm(Section run) {
        List<String> forms =
                Stream.of("verticle", "process", "container").filter(run::has).toList();
        if (forms.size() != 1) {
            String why = forms.isEmpty() ? "none is there" : "here are " + String.join(" and ", forms);
            faults.add(run.place(), "run has exactly one of verticle, process and container", why, "keep one");
        }
        if (!run.has("verticle")) {
            Stream.of("artefact", "instances")
                    .filter(run::has)
                    .forEach(key -> faults.add(run.place(key), key + " belongs to a verticle", "", "remove it"));
        }
    }

    private Verticle verticle(Section run) {
        run.require("artefact", "artefact: name.jar");
        String name = run.id("verticle", text -> ManifestFile.matching(CLASS, "class", text, "com.example.Orders"));
        String artefact = run.id("artefact", RelativePath::require);
        if (artefact != null && !source.artefacts().containsKey(folder + "/" + artefact)) {
            String path = folder + "/" + artefact;
            String what = "artefact " + Faults.quoted(artefact) + " is not there";
            String remedy = "build it and put it at " + Faults.shown(path);
            faults.unknown(run.place("artefact"), what, path, source.artefacts().keySet(), remedy);
        }
        return new Verticle(orEmpty(name), orEmpty(artefact), run.integer("instances", 1, 1, INSTANCES_MAX));
    }

    private ChildProcess process(Section process) {
        process.require("command", "command: path/of/the/program");
        List<String> args = Placed.values(process.texts("args"));
        return new ChildProcess(process.text("command", ""), args, process.textMap("env"));
    }

    private Container container(Section container) {
        container.require("image", "image: registry/name:tag");
        return new Container(
                container.text("image", ""),
                Placed.values(container.texts("ports")),
                Placed.values(container.texts("mounts")),
                container.text("network"),
                container.text("user"));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
