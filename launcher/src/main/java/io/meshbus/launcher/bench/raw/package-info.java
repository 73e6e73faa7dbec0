/**
 * The yardstick: the same work as {@link io.meshbus.launcher.bench.BusContender} does, written on jnats as its own examples
 * do. The only place outside of the SDK's implementation that knows jnats, because it is what is measured against.
 */
@NullMarked
package io.meshbus.launcher.bench.raw;

import org.jspecify.annotations.NullMarked;
