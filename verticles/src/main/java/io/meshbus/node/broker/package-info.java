/**
 * The holder of the seat mesh-broker on one machine (spec 7.2): runs nats-server as a child process. In: {@code
 * broker/nats.conf} and the composed {@code broker/users.conf}. Out: a healthy server that runs the newest list which
 * passes the server's own check; no process when undeployed.
 */
@NullMarked
package io.meshbus.node.broker;

import org.jspecify.annotations.NullMarked;
