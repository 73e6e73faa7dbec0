/**
 * Pure texts and lists of genesis: the broker's own configuration and the streams of a definition. In: an identity or a
 * definition. Out: whole values; no I/O.
 */
@NullMarked
package io.meshbus.control.genesis.rules;

import org.jspecify.annotations.NullMarked;
