package io.meshbus.sdk.manifest;

import java.nio.file.Path;

/** Reads a definition directory from disk. Blocking: never call it on an event loop. */
public final class DefinitionFiles {
    private DefinitionFiles() {}

    /**
     * Text files as they are, jars by digest.
     *
     * @throws io.meshbus.sdk.problem.ProblemException {@code DEFINITION_INVALID} for links out of the directory, files
     *     that cannot be read and sizes beyond the bounds
     */
    public static DefinitionSource load(Path directory) {
        throw new UnsupportedOperationException("being written");
    }

    /**
     * The file of an artefact of the source, by its path in the definition ({@code modules/m/x.jar}).
     *
     * @throws io.meshbus.sdk.problem.ProblemException as {@link #load}
     */
    public static Path artefact(Path directory, String path) {
        throw new UnsupportedOperationException("being written");
    }
}
