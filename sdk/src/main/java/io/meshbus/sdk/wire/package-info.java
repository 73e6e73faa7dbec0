/**
 * The payloads of spec 2.4 as records, and {@link io.meshbus.sdk.wire.WireCodec}, the only JSON code of the wire.
 * In: bytes from anyone. Out: a record, or a decode problem with its path. Pure.
 */
@NullMarked
package io.meshbus.sdk.wire;

import org.jspecify.annotations.NullMarked;
