/**
 * Turns a command line and a role config into running verticles, and stops them in order.
 */
@NullMarked
package io.meshbus.launcher;

import org.jspecify.annotations.NullMarked;
