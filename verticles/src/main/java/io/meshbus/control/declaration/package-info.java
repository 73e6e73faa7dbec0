/**
 * Pushes and declarations (spec 3.3, 3.7). In: pushes from the intake, desired state from the store, the stream NODES. Out:
 * numbered pushes and their answers, signed declarations in NODES, nudges, repairs of damaged subjects.
 */
@NullMarked
package io.meshbus.control.declaration;

import org.jspecify.annotations.NullMarked;
