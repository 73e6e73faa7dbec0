/**
 * Observed state (spec 2.3): what the mesh is, beside what it should be. In: the store, heartbeats by way of the intake, and
 * the advisories of the server. Out: the bucket {@code mesh_state}, written when a condition changes, and the events of the
 * seat {@code mesh-controller} that tell of each change.
 */
@NullMarked
package io.meshbus.control.observation;

import org.jspecify.annotations.NullMarked;
