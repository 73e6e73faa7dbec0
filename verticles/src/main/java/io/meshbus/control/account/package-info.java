/**
 * The composed user list (spec 3.4): the only writer of {@code broker/users.conf}. In: the desired state of the store. Out:
 * minted secrets in the store, a list that has passed the server's own check, the proof that the server runs it ({@code
 * reach("accounts", revision)}), and answers to who may do what.
 */
@NullMarked
package io.meshbus.control.account;

import org.jspecify.annotations.NullMarked;
