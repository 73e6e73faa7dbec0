/**
 * The role config of spec 7.1: YAML file, then environment, then system properties, read by Vert.x Config. In: a file and
 * a process's environment. Out: a validated {@link io.meshbus.launcher.config.RoleConfig} and the source of each value, or
 * every fault with the file, the key and the nearest known key.
 */
@NullMarked
package io.meshbus.launcher.config;

import org.jspecify.annotations.NullMarked;
