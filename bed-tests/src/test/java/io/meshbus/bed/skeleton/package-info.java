/** The bed of the walking skeleton: each claim of its issue, made on a mesh that {@code ./meshbus up} raised. */
package io.meshbus.bed.skeleton;
