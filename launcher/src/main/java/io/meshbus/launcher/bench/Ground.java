package io.meshbus.launcher.bench;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.module.MeshOptions;
import java.util.Map;

/** The bus on which both sides are measured: one of the bench's own, or one that somebody named (spec 7.6). */
interface Ground extends AutoCloseable {
    /** How a principal connects: the module that serves and tells, or the one that calls. */
    BusOptions options(PrincipalId principal);

    /** How the one connects who may define durables, and consume. */
    BusOptions streams();

    /** The stream of the events. */
    String stream();

    MeshOptions module(PrincipalId principal);

    @Override
    void close();

    /**
     * A module that answers {@code echo} and tells {@code said}, and another one that calls it, both on node n1.
     *
     * @param serving the first one's name
     * @param calling the second one's
     */
    static DefinitionSource definition(String serving, String calling) {
        ArtefactRef artefact = new ArtefactRef("0".repeat(64), 1);
        String run = "\nrun: { verticle: x.Y, artefact: m.jar }\n";
        return new DefinitionSource(
                Map.of(
                        "mesh.yaml",
                        "mesh: bench\nnodes: { n1: {} }\nassignments: { %s: [ n1 ], %s: [ n1 ] }\n"
                                .formatted(serving, calling),
                        "modules/" + serving + "/module.yaml",
                        "module: " + serving + "\nversion: 1.0.0\nemits: { said: {} }\n"
                                + "serves: { echo: { input: schemas/echo.json, output: schemas/echo.json } }" + run,
                        "modules/" + serving + "/schemas/echo.json",
                        """
                        {"type":"object","required":["text"],"additionalProperties":false,"properties":{"text":{"type":"string"}}}""",
                        "modules/" + calling + "/module.yaml",
                        "module: " + calling + "\nversion: 1.0.0\nuses: [ " + serving + ".echo ]" + run),
                Map.of("modules/" + serving + "/m.jar", artefact, "modules/" + calling + "/m.jar", artefact));
    }
}
