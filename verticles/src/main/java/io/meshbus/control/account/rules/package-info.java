/**
 * Pure decisions of the account verticle: whose secret is reused, minted or dropped, and whose line of the list the server
 * complains about. In: a composition and what the store holds. Out: whole plans; no I/O.
 */
@NullMarked
package io.meshbus.control.account.rules;

import org.jspecify.annotations.NullMarked;
