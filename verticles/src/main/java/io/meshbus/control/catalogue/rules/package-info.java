/**
 * Decisions of the catalogue (spec 3.9): who asks, and what that caller may call. Pure: values in, values out.
 */
@NullMarked
package io.meshbus.control.catalogue.rules;

import org.jspecify.annotations.NullMarked;
