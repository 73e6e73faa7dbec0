package io.meshbus.sdk.manifest;

/** Reads one manifest alone (spec 3.5), without looking at the mesh around it. */
public final class ManifestReader {
    private ManifestReader() {}

    /**
     * @param source the manifest and the schemas, files and artefacts beside it
     * @param file the manifest's path in the source, for example {@code modules/orders/module.yaml}
     * @throws io.meshbus.sdk.problem.ProblemException {@code DEFINITION_INVALID} with every fault found
     */
    public static Manifest read(DefinitionSource source, String file) {
        throw new UnsupportedOperationException("being written");
    }
}
