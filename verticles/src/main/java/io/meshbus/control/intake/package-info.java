/**
 * What nodes say reaches the store here (spec 3.1). In: the durable {@code controller} of CONTROL, heartbeats. Out:
 * recorded reports, requests to the verticles that enrol and push, acknowledgements only of what is recorded; held
 * messages while the store is away.
 */
@NullMarked
package io.meshbus.control.intake;

import org.jspecify.annotations.NullMarked;
