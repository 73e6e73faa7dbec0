/**
 * The bus on jnats, and the only importer of jnats. In: calls from any Vert.x context, callbacks on jnats' own threads.
 * Out: futures and handlers on the contexts that asked for them, one hop per batch (spec 4.2). Not exported: others get
 * {@link io.meshbus.sdk.bus.BusConnector}.
 *
 * <p>Read {@link io.meshbus.sdk.impl.Wire} first: it owns the connection and routes what the reader thread reads;
 * {@link io.meshbus.sdk.impl.Home} is the one way from a foreign thread to a context.
 */
@NullMarked
package io.meshbus.sdk.impl;

import org.jspecify.annotations.NullMarked;
