package io.meshbus.sdk.manifest;

import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Definitions for tests: the one under {@code src/test/resources}, and changed copies of it. */
public final class Sources {
    private Sources() {}

    public static Path shopDirectory() {
        try {
            return Path.of(Objects.requireNonNull(Sources.class.getResource("/definitions/shop"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    public static DefinitionSource shop() {
        return DefinitionFiles.load(shopDirectory());
    }

    /** The shop with one text replaced in one file; the text must be there. */
    public static DefinitionSource shop(String file, String from, String to) {
        return changed(shop(), file, from, to);
    }

    public static DefinitionSource changed(DefinitionSource source, String file, String from, String to) {
        String text = Objects.requireNonNull(source.files().get(file), file);
        if (!text.contains(from)) {
            throw new AssertionError(file + " has no " + from);
        }
        return with(source, file, text.replace(from, to));
    }

    public static DefinitionSource with(DefinitionSource source, String file, String text) {
        Map<String, String> files = new HashMap<>(source.files());
        files.put(file, text);
        return new DefinitionSource(files, source.artefacts());
    }

    public static DefinitionSource without(DefinitionSource source, String file) {
        Map<String, String> files = new HashMap<>(source.files());
        Map<String, ArtefactRef> artefacts = new HashMap<>(source.artefacts());
        if (files.remove(file) == null && artefacts.remove(file) == null) {
            throw new AssertionError("no " + file);
        }
        return new DefinitionSource(files, artefacts);
    }
}
