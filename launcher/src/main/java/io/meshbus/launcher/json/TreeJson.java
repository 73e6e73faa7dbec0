package io.meshbus.launcher.json;

import io.vertx.core.spi.JsonFactory;
import io.vertx.core.spi.json.JsonCodec;

/** Found by Vert.x as a service, before its own. */
public final class TreeJson implements JsonFactory {
    private static final JsonCodec CODEC = new TreeCodec();

    @Override
    public int order() {
        return 0;
    }

    @Override
    public JsonCodec codec() {
        return CODEC;
    }
}
