package io.meshbus.control.account.rules;

import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.secret.UserKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Public keys that a node has offered for its principals (spec 3.4): the node makes a stock of pairs ahead, so that a
 * module placed there needs no further question. In a report's facts: {@code nkeys: {first: 0, keys: [U…, …]}}.
 */
public final class NkeyOffers {
    /** Of one node, looked at. */
    static final int KEYS_MAX = 1024;

    private NkeyOffers() {}

    /**
     * What may be given, lowest number first, as it is handed out.
     *
     * @param first number of the first key
     * @param keys as the node says; what is no key is passed over
     * @param used by anybody, ever: a key is given once
     */
    public static Deque<String> free(long first, List<?> keys, Set<String> used) {
        Deque<String> free = new ArrayDeque<>();
        for (int i = 0; first >= 0 && i < Math.min(keys.size(), KEYS_MAX); i++) {
            if (keys.get(i) instanceof String key && !used.contains(key) && UserKey.isPublic(key)) {
                free.add(HandedCredential.nkey(first + i, key));
            }
        }
        return free;
    }
}
