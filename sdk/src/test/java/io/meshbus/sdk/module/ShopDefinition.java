package io.meshbus.sdk.module;

import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionSource;
import java.util.Map;

/** A mesh of four modules that between them use every verb. */
final class ShopDefinition {
    private static final String MESH = """
            mesh: shop
            nodes: { n1: {}, n2: {} }
            assignments: { teller: [ n1 ], hearer: [ n2 ], deaf: [ n2 ] }
            """;
    private static final String DESK = """
            seat: desk
            accepts: { review: { schema: schemas/item.json } }
            emits: { reviewed: {}, failed: {} }
            """;
    private static final String TELLER = """
            module: teller
            version: 1.0.0
            emits: { told: { schema: schemas/item.json }, other: {} }
            consumes: [ seat:desk.reviewed, seat:desk.failed ]
            uses: [ hearer.quote, hearer.slow, hearer.picky, hearer.silent ]
            seats: { submits: [ desk.review ] }
            run: { verticle: x.Teller, artefact: x.jar }
            """;
    private static final String HEARER = """
            module: hearer
            version: 1.2.3
            consumes: [ teller.told, teller.other ]
            serves:
              quote:  { description: Quotes, input: schemas/item.json, timeout: 5s }
              slow:   { description: Slow, timeout: 200ms }
              picky:  { description: Picky }
              silent: { description: Nobody handles it }
            seats: { holds: [ desk ] }
            watches: [ node.n1 ]
            delivery: { maxDeliver: 2, delays: [ 100ms ], ackWait: 5s }
            run: { verticle: x.Hearer, artefact: x.jar }
            """;
    private static final String DEAF = """
            module: deaf
            version: 1.0.0
            consumes: [ teller.told ]
            delivery: { maxDeliver: 1, delays: [ 100ms ], ackWait: 5s }
            run: { verticle: x.Deaf, artefact: x.jar }
            """;
    private static final String ITEM = Manifests.ITEM_SCHEMA.encode();

    private ShopDefinition() {}

    static DefinitionSource source() {
        return source("");
    }

    /** @param settings lines more of mesh.yaml */
    static DefinitionSource source(String settings) {
        ArtefactRef jar = new ArtefactRef("0".repeat(64), 1);
        return new DefinitionSource(
                Map.of(
                        "mesh.yaml", MESH + settings,
                        "seats/desk.yaml", DESK,
                        "seats/schemas/item.json", ITEM,
                        "modules/teller/module.yaml", TELLER,
                        "modules/teller/schemas/item.json", ITEM,
                        "modules/hearer/module.yaml", HEARER,
                        "modules/hearer/schemas/item.json", ITEM,
                        "modules/deaf/module.yaml", DEAF),
                Map.of("modules/teller/x.jar", jar, "modules/hearer/x.jar", jar, "modules/deaf/x.jar", jar));
    }
}
