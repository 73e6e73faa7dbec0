/**
 * The control plane. Its parts never import one another: they meet over the store, subjects and the event bus.
 */
@NullMarked
package io.meshbus.control;

import org.jspecify.annotations.NullMarked;
