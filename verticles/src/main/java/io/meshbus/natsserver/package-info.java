/**
 * What meshbus knows of the program nats-server: where its binary is, how it checks a configuration, and what its
 * monitoring endpoint tells about the configuration that runs. In: paths and a port. Out: verdicts and numbers.
 */
@NullMarked
package io.meshbus.natsserver;

import org.jspecify.annotations.NullMarked;
