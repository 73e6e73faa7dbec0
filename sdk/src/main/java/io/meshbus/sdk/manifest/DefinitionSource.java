package io.meshbus.sdk.manifest;

import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files of a definition directory as they travel in a push: text by relative path ({@code mesh.yaml}, {@code
 * seats/…}, {@code modules/m/module.yaml}, schemas, files), artefacts by digest. The same source gives the same
 * definition, or the same faults, on both ends.
 */
public record DefinitionSource(Map<String, String> files, Map<String, ArtefactRef> artefacts) {
    public DefinitionSource {
        files = Collections.unmodifiableMap(new TreeMap<>(files));
        artefacts = Collections.unmodifiableMap(new TreeMap<>(artefacts));
    }
}
