/**
 * The mesh as a person's program sees it (spec 1.3, 3.9): ask the controller, list and call tools, push a definition, hear
 * events. In: a {@link io.meshbus.sdk.bus.Bus} connected as {@code person.<name>}. Out: answers, or the responder's own
 * problem. The command line and whoever else acts for a person use this and nothing private.
 */
@NullMarked
package io.meshbus.sdk.client;

import org.jspecify.annotations.NullMarked;
