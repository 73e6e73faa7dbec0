package io.meshbus.sdk.account;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.manifest.Definition;

/** Where in a definition a grant comes from. */
final class Places {
    private Places() {}

    /** file:line of a manifest's key, or the manifest's file when the line is not known. */
    static String of(Definition definition, ModuleId module, String path) {
        String where = definition.whereOf("modules." + module + "." + path);
        return where.isEmpty() ? manifest(module) : where;
    }

    /** The manifest's file. */
    static String manifest(ModuleId module) {
        return "modules/" + module + "/module.yaml";
    }
}
