/** When a lease is dead. In: what stands, and a clock. Out: what has not changed for a period. */
@NullMarked
package io.meshbus.control.lease.rules;

import org.jspecify.annotations.NullMarked;
