/**
 * What a module author compiles against; knows nothing of the control plane or the node.
 */
@NullMarked
package io.meshbus.sdk;

import org.jspecify.annotations.NullMarked;
