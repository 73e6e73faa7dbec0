/**
 * JSON Schema 2020-12 of tools, events and work: in a schema as JSON, out a check that is compiled once and says where and
 * why a body does not fit (spec 3.9). The only place that knows which library does it. Nothing is ever fetched; what a
 * pattern or a reference may cost is bounded, whoever wrote the schema or the body.
 */
@NullMarked
package io.meshbus.sdk.schema;

import org.jspecify.annotations.NullMarked;
