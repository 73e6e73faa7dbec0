/**
 * The controller's command api (spec 3.9). In: requests on {@code mesh.ask.hub.<command>.<person>}, where the server has
 * proved who asks. Out: JSON, or a problem in the header {@code Mesh-Error}; writes of tokens, persons and node removals.
 */
@NullMarked
package io.meshbus.control.ask;

import org.jspecify.annotations.NullMarked;
