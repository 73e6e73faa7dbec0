/**
 * Genesis and streams (spec 3.2). In: what a mesh shall be called and where it listens; later the desired state. Out: the
 * directory of a mesh with its keys, certificate, broker configuration and first person; the streams and durables of every
 * revision, asserted on each start.
 */
@NullMarked
package io.meshbus.control.genesis;

import org.jspecify.annotations.NullMarked;
