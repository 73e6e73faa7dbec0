/**
 * Secrets that cannot print, sealing (HPKE), signing (Ed25519) and password hashes (spec 3.4, 3.6). No I/O.
 */
@NullMarked
package io.meshbus.sdk.secret;

import org.jspecify.annotations.NullMarked;
