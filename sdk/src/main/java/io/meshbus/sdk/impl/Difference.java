package io.meshbus.sdk.impl;

/**
 * A field of a stream or consumer that is not as it should be.
 *
 * @param fixed whether no update can change it
 */
record Difference(String field, Object wanted, Object found, boolean fixed) {}
