/**
 * {@code meshbus bench} (spec 7.6): the SDK beside raw jnats on one nats-server of its own, with the same users, subjects
 * and bodies, rounds interleaved. {@link io.meshbus.launcher.bench.Bench} runs; a {@link
 * io.meshbus.launcher.bench.Contender} is one side of a comparison; {@link io.meshbus.launcher.bench.Result} is what comes
 * out. Blocks its caller; nothing here runs in a mesh.
 */
@NullMarked
package io.meshbus.launcher.bench;

import org.jspecify.annotations.NullMarked;
