/**
 * The directory of a mesh (spec 1.2): where each file stands, its mode, and how it is written so that a crash at any line
 * leaves the old or the new content, never a part. In: a path. Out: files of mode 0600 in directories of mode 0700.
 * Blocking: callers run it where blocking is allowed.
 */
@NullMarked
package io.meshbus.directory;

import org.jspecify.annotations.NullMarked;
