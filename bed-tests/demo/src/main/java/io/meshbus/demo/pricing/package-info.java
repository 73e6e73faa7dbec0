/**
 * Demo module: answers what an order costs.
 */
@NullMarked
package io.meshbus.demo.pricing;

import org.jspecify.annotations.NullMarked;
