/**
 * What a module author sees (spec 4.1): {@link io.meshbus.sdk.module.Mesh} with its seven verbs, {@link
 * io.meshbus.sdk.module.MeshModule} to extend, and {@link io.meshbus.sdk.module.ModuleRuntime}, which carries the verbs
 * over a {@link io.meshbus.sdk.bus.Bus} for one manifest. In: the calls of a module. Out: messages of spec 2, every use
 * checked against the manifest first. Knows no broker.
 */
@NullMarked
package io.meshbus.sdk.module;

import org.jspecify.annotations.NullMarked;
