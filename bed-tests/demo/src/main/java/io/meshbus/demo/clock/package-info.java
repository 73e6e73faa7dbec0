/**
 * Demo module: tells the mesh the time.
 */
@NullMarked
package io.meshbus.demo.clock;

import org.jspecify.annotations.NullMarked;
