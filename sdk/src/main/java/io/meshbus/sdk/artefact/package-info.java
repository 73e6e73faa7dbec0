/**
 * Artefacts by digest (spec 2.1, 2.3): cut into chunks, stored in ARTEFACTS, fetched and verified. In: a file and a
 * {@link io.meshbus.sdk.bus.Bus} whose user may publish or read them. Out: an
 * {@link io.meshbus.sdk.manifest.Definition.ArtefactRef}, or the verified file.
 */
@NullMarked
package io.meshbus.sdk.artefact;

import org.jspecify.annotations.NullMarked;
