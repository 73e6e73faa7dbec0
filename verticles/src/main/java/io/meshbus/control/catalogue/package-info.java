/**
 * The seat {@code mesh-catalog} (spec 3.9). In: tool calls whose reply inbox names the caller. Out: tools that this caller
 * may call with their schemas, modules, events.
 */
@NullMarked
package io.meshbus.control.catalogue;

import org.jspecify.annotations.NullMarked;
