/**
 * The tenant fabric (spec 6): references to changed rows carried between the instances of a server fleet, and the core
 * planes beside them. In: one connection of the {@code bus} package. Out: {@code Fabric}, which any Vert.x application can
 * use alone. Every handler runs on the Vert.x context that registered it; nothing here blocks.
 */
@NullMarked
package io.meshbus.sdk.fabric;

import org.jspecify.annotations.NullMarked;
