/**
 * Pure decisions of the broker's holder: when to try again, and whether a process is a stale server of ours. In: values.
 * Out: values; no I/O.
 */
@NullMarked
package io.meshbus.node.broker.rules;

import org.jspecify.annotations.NullMarked;
