package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.SeatId;
import java.util.List;

/**
 * A manifest as far as it could be read, and where each reference of it stands.
 *
 * @param file the manifest's own path
 */
record ManifestDraft(
        String file,
        Manifest manifest,
        List<Placed<EventRef>> consumes,
        List<Placed<ToolRef>> uses,
        List<Placed<String>> watches,
        List<Placed<SeatId>> holds,
        List<Placed<SeatVerb>> submits,
        List<Placed<String>> requires,
        List<Placed<ModuleId>> needs) {}
