package io.meshbus.launcher.command;

import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionFiles;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * A definition as it lies on this machine, read and checked before anybody is asked.
 *
 * @param folder as the person named it
 */
record DefinitionFolder(Path folder, DefinitionSource source, Definition definition) {
    /** @throws ProblemException with every fault, each at a path that the person's editor can open */
    static DefinitionFolder read(Path folder) {
        return locating(folder, () -> {
            DefinitionSource source = DefinitionFiles.load(folder);
            return new DefinitionFolder(folder, source, DefinitionReader.read(source));
        });
    }

    /** The reader names files from the folder on; a person stands elsewhere. */
    static <T> T locating(Path folder, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (ProblemException e) {
            throw new ProblemException(at(folder, e.problems()));
        }
    }

    /** The same problems, at paths from where the person stands. */
    static List<Problem> at(Path folder, List<Problem> problems) {
        return problems.stream()
                .map(problem -> {
                    String file = problem.where().replaceFirst("(:[0-9]+)+$", "");
                    boolean inside =
                            !file.isEmpty() && !Path.of(file).isAbsolute() && Files.exists(folder.resolve(file));
                    return inside ? problem.at(folder.resolve(problem.where()).toString()) : problem;
                })
                .toList();
    }
}
