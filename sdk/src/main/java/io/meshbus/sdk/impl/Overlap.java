package io.meshbus.sdk.impl;

import io.nats.client.Message;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Two sessions hear the same for a moment while one takes the place of the other: each delivery and each end of a pull
 * counts once. Answers are taken once anyway; a plain core subscription may see a message twice.
 */
final class Overlap {
    /** What an overlap may bring at most; beyond it a delivery may count twice, as at any redelivery. */
    private static final int SEEN_MAX = 100_000;

    private static final String ACK = "$JS.ACK.";

    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    /** On the reader threads. */
    boolean isFirst(Message message) {
        String reply = message.getReplyTo();
        int status = Convert.status(message);
        if (status == 0 && (reply == null || !reply.startsWith(ACK))) {
            return true;
        }
        return seen.size() >= SEEN_MAX || seen.add(status == 0 ? reply : status + " " + message.getSubject());
    }
}
