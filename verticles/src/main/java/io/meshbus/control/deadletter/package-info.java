/**
 * Dead letters (spec 3.8). In: the stream DEAD_IN, where runtimes hand over what finally failed and the server says which
 * delivery nobody ended. Out: each once in {@code mesh.events.dead}, with its bytes.
 */
@NullMarked
package io.meshbus.control.deadletter;

import org.jspecify.annotations.NullMarked;
