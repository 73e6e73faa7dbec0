/**
 * A node's host (spec 3.6, 3.7): joins the mesh with a token, reads what its node must be, makes it so, and says what
 * came of it. In: signed declarations, by direct get. Out: running modules, files, and reports. State: one directory,
 * written so that a kill at any line leaves a host that goes on. Everything that blocks runs on worker threads.
 */
@NullMarked
package io.meshbus.node.host;

import org.jspecify.annotations.NullMarked;
