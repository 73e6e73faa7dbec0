/**
 * The one grammar of subjects, stream names and consumer names (spec 2.1, 2.3): builds and parses; no other
 * code concatenates a subject. Pure.
 */
@NullMarked
package io.meshbus.sdk.subject;

import org.jspecify.annotations.NullMarked;
