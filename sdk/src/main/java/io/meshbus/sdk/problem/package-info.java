/**
 * How anything in meshbus is refused: a stable code, what, where, why and the remedy (spec 1.3, 8.2). Pure.
 */
@NullMarked
package io.meshbus.sdk.problem;

import org.jspecify.annotations.NullMarked;
