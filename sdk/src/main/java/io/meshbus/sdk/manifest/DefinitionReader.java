package io.meshbus.sdk.manifest;

/**
 * Reads a whole mesh definition (spec 3.3): refused whole or taken whole. Pure: the same source gives the same
 * definition, or the same faults, on both ends.
 */
public final class DefinitionReader {
    private DefinitionReader() {}

    /**
     * @throws io.meshbus.sdk.problem.ProblemException {@code DEFINITION_INVALID} with every fault found, each with
     *     file:line, the nearest known name where there is one, and a remedy
     */
    public static Definition read(DefinitionSource source) {
        throw new UnsupportedOperationException("being written");
    }
}
