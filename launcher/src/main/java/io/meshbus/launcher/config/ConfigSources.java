package io.meshbus.launcher.config;

import io.vertx.config.ConfigRetriever;
import io.vertx.config.ConfigRetrieverOptions;
import io.vertx.config.ConfigStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The three layers as Vert.x Config reads them, each apart, so that every value's source stays known.
 *
 * @param file the role file, nested
 * @param environment variables, flat, unconverted
 * @param properties system properties, flat, unconverted
 */
record ConfigSources(JsonObject file, JsonObject environment, JsonObject properties) {
    /** On the caller's context; never blocks. A missing or unreadable file fails with its path. */
    static Future<ConfigSources> read(Vertx vertx, Optional<Path> file) {
        Future<JsonObject> first = file.map(path -> one(vertx, fileStore(path))
                        .recover(failure -> Future.failedFuture(ConfigFaults.unreadable(path, failure))))
                .orElse(Future.succeededFuture(new JsonObject()));
        return first.compose(fromFile -> one(vertx, rawStore("env"))
                .compose(environment -> one(vertx, rawStore("sys"))
                        .map(properties -> new ConfigSources(fromFile, environment, properties))));
    }

    private static Future<JsonObject> one(Vertx vertx, ConfigStoreOptions store) {
        ConfigRetriever retriever = ConfigRetriever.create(
                vertx,
                new ConfigRetrieverOptions().setIncludeDefaultStores(false).setStores(List.of(store)));
        return retriever.getConfig().onComplete(read -> retriever.close());
    }

    private static ConfigStoreOptions fileStore(Path file) {
        return new ConfigStoreOptions()
                .setType("file")
                .setFormat("yaml")
                .setConfig(new JsonObject().put("path", file.toAbsolutePath().toString()));
    }

    /** Raw: {@code 007} and {@code true} stay the text they are. */
    private static ConfigStoreOptions rawStore(String type) {
        return new ConfigStoreOptions().setType(type).setConfig(new JsonObject().put("raw-data", true));
    }
}
