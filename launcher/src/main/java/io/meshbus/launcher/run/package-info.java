/**
 * A process that stays: the lock of its directory, its pid and ports files, its log, its steps and how it ends. In: a
 * directory and what shall run. Out: one line a step, files below {@code run/} while it is up, nothing left when it is
 * down (spec 1.2, 1.3).
 */
@NullMarked
package io.meshbus.launcher.run;

import org.jspecify.annotations.NullMarked;
