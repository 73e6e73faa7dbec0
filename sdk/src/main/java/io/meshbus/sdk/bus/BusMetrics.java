package io.meshbus.sdk.bus;

/**
 * Counters of one connection since it was made; each only grows.
 *
 * @param published messages handed to the connection, acks included
 * @param received messages taken from it, answers and statuses included
 * @param redelivered deliveries with an attempt above 1
 * @param replyRefused requests refused because their reply does not lie under {@code _INBOX.} (spec 2.5)
 * @param slow messages dropped because a bounded queue was full
 * @param misdirected messages dropped because their subject is not what was subscribed (spec 2.4)
 * @param violations permission violations the server told us
 * @param reconnects times the connection was lost and found again
 */
public record BusMetrics(
        long published,
        long received,
        long redelivered,
        long replyRefused,
        long slow,
        long misdirected,
        long violations,
        long reconnects) {}
