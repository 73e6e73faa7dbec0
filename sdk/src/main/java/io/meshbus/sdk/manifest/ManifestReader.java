package io.meshbus.sdk.manifest;

/** Reads one manifest alone (spec 3.5), without looking at the mesh around it. Pure. */
public final class ManifestReader {
    private ManifestReader() {}

    /**
     * @param source the manifest and the schemas, files and artefacts beside it
     * @param file the manifest's path in the source, for example {@code modules/orders/module.yaml}
     * @throws io.meshbus.sdk.problem.ProblemException {@code DEFINITION_INVALID} with every fault found
     */
    public static Manifest read(DefinitionSource source, String file) {
        Faults faults = new Faults();
        String text = source.files().get(file);
        ManifestDraft draft = null;
        if (text == null) {
            faults.unknown(
                    Place.of(file),
                    "there is no such file",
                    file,
                    source.files().keySet(),
                    "correct the path");
        } else {
            YamlValue root = YamlFile.read(file, text, faults);
            draft = root == null ? null : new ManifestFile(source, faults, file, root).read();
        }
        faults.refuseIfAny();
        if (draft == null) {
            throw new IllegalStateException("a manifest without a name passed");
        }
        return draft.manifest();
    }
}
