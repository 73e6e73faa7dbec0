/**
 * The store port and its SQL (spec 3.1): one SQL subset for the embedded database and PostgreSQL through the Vert.x SQL
 * client. In: records. Out: futures on the caller's context; {@code STORE_AWAY} when nothing can be recorded. Each kind of
 * state has one writer (spec 8.1); a write of desired state raises the revision in the same transaction.
 */
@NullMarked
package io.meshbus.control.store;

import org.jspecify.annotations.NullMarked;
