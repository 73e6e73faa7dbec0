package io.meshbus.node.host;

import io.meshbus.node.host.ModuleHome.Change;
import io.meshbus.node.host.rules.Resources;
import io.meshbus.sdk.manifest.Manifest.Resource;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.Declaration.ModuleDeclaration;
import io.meshbus.sdk.wire.Report.ResourceReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Makes a module's declared files and directories, each with its own outcome. Blocking. */
final class ModuleFiles {
    private interface Step {
        Change run() throws IOException;
    }

    private final List<ResourceReport> resources = new ArrayList<>();
    private boolean changed;

    private ModuleFiles() {}

    static Converged make(ModuleDeclaration module, ModuleHome home) throws IOException {
        ModuleFiles files = new ModuleFiles();
        home.make();
        home.trimOutput();
        for (Resource resource : module.manifest().resources()) {
            String directory = resource.directory();
            if (directory != null) {
                files.step("directory:" + module.module() + "/" + directory, () -> home.directory(directory));
            }
        }
        module.files()
                .forEach((path, content) ->
                        files.step("file:" + module.module() + "/" + path, () -> home.file(path, content)));
        home.forget(module.files().keySet());
        return new Converged(files.resources, files.changed);
    }

    private void step(String resource, Step step) {
        try {
            Change change = step.run();
            changed |= change != Change.NONE;
            resources.add(new ResourceReport(resource, true, change == Change.REPAIRED ? "repaired: it differed" : ""));
        } catch (ProblemException e) {
            resources.add(new ResourceReport(
                    resource, false, Resources.reason(e.problem().line())));
        } catch (IOException | UncheckedIOException e) {
            resources.add(new ResourceReport(resource, false, Resources.reason(reason(e))));
        }
    }

    /** The innermost reason: the outer ones only repeat the file. */
    private static String reason(Exception e) {
        Throwable inner = e;
        while (inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner.getClass().getSimpleName() + " " + inner.getMessage();
    }
}
