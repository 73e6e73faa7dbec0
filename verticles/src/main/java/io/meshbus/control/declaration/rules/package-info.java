/**
 * What each node must be, and what a push changes (spec 3.3, 3.7). Pure: desired state in, declarations and differences
 * out.
 */
@NullMarked
package io.meshbus.control.declaration.rules;

import org.jspecify.annotations.NullMarked;
