/**
 * What a test of a module or of meshbus itself stands on. {@link io.meshbus.sdk.testing.MeshTest} is where a module's
 * author starts: in, a definition directory and the module's name; out, the module running on a real broker and a {@link
 * io.meshbus.sdk.testing.Probe} that plays the rest of the mesh. Below it stand a composed mesh and a nats-server of its
 * own. For tests and measurements only; nothing here runs in a mesh.
 */
@NullMarked
package io.meshbus.sdk.testing;

import org.jspecify.annotations.NullMarked;
