/**
 * The commands of spec 1.3 as picocli reads them: options in, a call into the client, the running of a mesh, or the
 * definition reader, an answer out. Nothing here knows the bus. Exit codes: 0 done, 1 refused or failed, 2 usage, 3
 * unreachable.
 */
@NullMarked
package io.meshbus.launcher.command;

import org.jspecify.annotations.NullMarked;
