/**
 * The node: hosts modules, runs its broker, builds what was declared.
 */
@NullMarked
package io.meshbus.node;

import org.jspecify.annotations.NullMarked;
