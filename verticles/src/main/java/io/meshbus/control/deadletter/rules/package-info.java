/**
 * Decisions about dead letters (spec 3.8): what an advisory names and who failed. Pure: values in, values out.
 */
@NullMarked
package io.meshbus.control.deadletter.rules;

import org.jspecify.annotations.NullMarked;
