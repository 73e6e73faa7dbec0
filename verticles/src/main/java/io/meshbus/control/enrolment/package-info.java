/**
 * Admission of machines by one-time tokens (spec 3.6). In: enrolment requests from the intake, nodes that were heard. Out:
 * spent tokens and recorded nodes in the store, signed answers on the token's own inbox, closed tokens.
 */
@NullMarked
package io.meshbus.control.enrolment;

import org.jspecify.annotations.NullMarked;
