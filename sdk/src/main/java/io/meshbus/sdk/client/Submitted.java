package io.meshbus.sdk.client;

/**
 * Work that is stored and waits for its role.
 *
 * @param id the work's; its outcome is an event of the role about it
 * @param sequence its place in the role's queue
 */
public record Submitted(String id, long sequence) {}
