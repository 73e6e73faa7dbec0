/**
 * Demo module: takes orders and asks pricing what they cost.
 */
@NullMarked
package io.meshbus.demo.orders;

import org.jspecify.annotations.NullMarked;
