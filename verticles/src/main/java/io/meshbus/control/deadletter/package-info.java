/**
 * Dead letters (spec 3.8). In: the stream DEAD_IN, where runtimes hand over what finally failed and the server says which
 * delivery nobody ended; on the event bus, what persons ask. Out: each once in {@code mesh.events.dead}, with its bytes;
 * what is redriven, to the module that failed or into its role's queue.
 */
@NullMarked
package io.meshbus.control.deadletter;

import org.jspecify.annotations.NullMarked;
