/**
 * What a test of a module or of meshbus itself stands on: a real nats-server as a child process. In: the server's
 * configuration. Out: a running server on a loopback port, its URL and pin. For tests only; nothing here runs in a mesh.
 */
@NullMarked
package io.meshbus.sdk.testing;

import org.jspecify.annotations.NullMarked;
