/**
 * Who leads (spec 3.11). In: the store's leases. Out: the parts that run once in a mesh, entered while this process leads
 * and left when it does not; a nudge when another process has changed desired state.
 */
@NullMarked
package io.meshbus.control.lease;

import org.jspecify.annotations.NullMarked;
