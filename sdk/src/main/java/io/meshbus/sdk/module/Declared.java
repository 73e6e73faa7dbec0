package io.meshbus.sdk.module;

import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;

/** What the manifest allows, asked before anything goes out. */
final class Declared {
    private final Manifest manifest;

    Declared(Manifest manifest) {
        this.manifest = manifest;
    }

    Manifest manifest() {
        return manifest;
    }

    /** A {@code NOT_DECLARED} with the line to add. */
    static ProblemException missing(Manifest manifest, String use, String line) {
        return new Problem(
                        ProblemCode.NOT_DECLARED,
                        "module " + manifest.module() + " does not declare " + use,
                        "modules/" + manifest.module() + "/module.yaml",
                        "the bus grants what the manifest declares and nothing else",
                        "add the line  " + line)
                .asException();
    }
}
