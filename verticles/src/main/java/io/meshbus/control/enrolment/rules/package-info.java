/**
 * Decisions of enrolment (spec 3.6): whom a token admits and where an answer may go. Pure: values in, a verdict out.
 */
@NullMarked
package io.meshbus.control.enrolment.rules;

import org.jspecify.annotations.NullMarked;
