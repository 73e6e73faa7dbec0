package io.meshbus.sdk.wire;

import io.vertx.core.buffer.Buffer;

/**
 * A JSON object inside a payload, as text: no spaces, members in their order, every number exactly as it was written.
 * {@link io.vertx.core.json.JsonObject} would turn {@code 1.10} into {@code 1.1} and round what a double cannot hold.
 */
public record JsonText(Buffer text) {}
