/**
 * The control plane (spec 3). Its packages never import one another: they meet over the store, subjects, and the event
 * bus addresses of {@link io.meshbus.control.ControlAddress}.
 */
@NullMarked
package io.meshbus.control;

import org.jspecify.annotations.NullMarked;
