/**
 * The seam between the bus client's threads and the event loop (spec 4.2): publish, request, serve, consume. Every
 * handler runs on the Vert.x context that registered it.
 */
@NullMarked
package io.meshbus.sdk.bus;

import org.jspecify.annotations.NullMarked;
