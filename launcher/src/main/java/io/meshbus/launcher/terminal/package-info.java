/**
 * What a person or a script reads: lines, tables, one JSON document, problems. In: values. Out: stdout for the answer,
 * stderr for everything about it; colours on a terminal only (spec 1.3). The only package that writes to the terminal.
 */
@NullMarked
package io.meshbus.launcher.terminal;

import org.jspecify.annotations.NullMarked;
