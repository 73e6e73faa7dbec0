package io.meshbus.sdk.docs;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.manifest.DefinitionFiles;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.MeshOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;

/** A Vert.x application without a node's host. */
final class Outside {
    private Outside() {}

    static Future<String> quote(Vertx vertx, BusOptions bus, Path definition) {
        return Mesh.connect(vertx, MeshOptions.of(bus, DefinitionFiles.load(definition)))
                .compose(mesh -> mesh.request("pricing.quote", new JsonObject().put("item", "tea"), JsonObject.class)
                        .eventually(mesh::close))
                .map(quote -> String.valueOf(quote.getValue("price")));
    }
}
