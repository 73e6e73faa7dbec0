/**
 * Decisions of a host (spec 3.7): whether a declaration counts, what has to stop and start for it, which paths a file
 * may have, when to try again. In: values. Out: values with reasons. Pure.
 */
@NullMarked
package io.meshbus.node.host.rules;

import org.jspecify.annotations.NullMarked;
