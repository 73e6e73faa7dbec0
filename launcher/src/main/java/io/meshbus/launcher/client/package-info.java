/**
 * How a client command reaches its mesh: which directory or credentials, one small Vert.x, one connection as the person,
 * answers awaited on the command's own thread. In: the global options. Out: a
 * {@link io.meshbus.sdk.client.PersonClient}. Loads nothing of the control plane, so that it starts fast (spec 7.5).
 */
@NullMarked
package io.meshbus.launcher.client;

import org.jspecify.annotations.NullMarked;
