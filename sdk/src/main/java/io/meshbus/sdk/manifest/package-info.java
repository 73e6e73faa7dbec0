/**
 * What a person writes: manifests, seats and the mesh definition (spec 3.3, 3.5), and their reader, which
 * reports every fault with file:line. In: a directory. Out: a {@link io.meshbus.sdk.manifest.Definition} or all
 * faults. No network.
 */
@NullMarked
package io.meshbus.sdk.manifest;

import org.jspecify.annotations.NullMarked;
