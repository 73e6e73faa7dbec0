/**
 * Identities as validated records. In: text from a person, a file or the wire. Out: a value that can only be
 * well formed, or a {@link io.meshbus.sdk.problem.ProblemException} naming the token, the character and the rule
 * (spec 2.1). Pure.
 */
@NullMarked
package io.meshbus.sdk.id;

import org.jspecify.annotations.NullMarked;
