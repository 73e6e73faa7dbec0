/**
 * Decisions of the command api (spec 3.9): what a node's state is called, what one person may give another. Pure: values
 * in, values out.
 */
@NullMarked
package io.meshbus.control.ask.rules;

import org.jspecify.annotations.NullMarked;
