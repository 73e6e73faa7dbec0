/**
 * Health over HTTP (spec 7.3): {@code /health/live} and {@code /health/ready} with causes. In: named checks. Out: 200, or
 * 503 and the reasons.
 */
@NullMarked
package io.meshbus.launcher.health;

import org.jspecify.annotations.NullMarked;
