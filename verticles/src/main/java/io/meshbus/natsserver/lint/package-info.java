/**
 * Reads anybody's nats-server configuration from disk, includes and all, and says who may read, erase or forge what. In:
 * the path of a file. Out: findings with file and line, why, and the mend. The judging is in {@code rules}.
 */
@NullMarked
package io.meshbus.natsserver.lint;

import org.jspecify.annotations.NullMarked;
