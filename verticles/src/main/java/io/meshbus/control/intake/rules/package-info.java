/**
 * Decisions of the intake (spec 3.1): what is stale, how long something is held, who is quiet. Pure: values in, values
 * out.
 */
@NullMarked
package io.meshbus.control.intake.rules;

import org.jspecify.annotations.NullMarked;
