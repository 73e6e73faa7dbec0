/**
 * Beds of the accounts (spec 2.5, 3.4): keys instead of passwords, rotation, checks against the running server, figures.
 */
@NullMarked
package io.meshbus.bed.account;

import org.jspecify.annotations.NullMarked;
