/**
 * Decisions about observations: which advisory is one, and when the next of the same kind is told. Pure: values in, values
 * out.
 */
@NullMarked
package io.meshbus.control.observation.rules;

import org.jspecify.annotations.NullMarked;
