/**
 * Whether JSON fits its schema (spec 3.9): the same check for whoever sends and whoever receives. In: JSON Schema 2020-12 and
 * JSON text. Out: where and why it does not fit. Pure.
 */
@NullMarked
package io.meshbus.sdk.schema;

import org.jspecify.annotations.NullMarked;
