/** Beds of the living mesh (spec 3.1, 3.3, 3.6, 3.7): what happens to it while something it stands on is away. */
@NullMarked
package io.meshbus.bed.living;

import org.jspecify.annotations.NullMarked;
