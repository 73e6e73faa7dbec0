/**
 * Pure derivation of principals and their permissions from manifests and nothing else (spec 2.5, 3.4). In: the
 * desired state. Out: whole publish and subscribe lists, each line with the manifest line that explains it.
 */
@NullMarked
package io.meshbus.sdk.account;

import org.jspecify.annotations.NullMarked;
