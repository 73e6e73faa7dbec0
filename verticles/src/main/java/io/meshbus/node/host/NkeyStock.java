package io.meshbus.node.host;

import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.UserKey;
import io.meshbus.sdk.wire.Declaration;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Public halves of the node's own nkeys that no principal has yet, made ahead (spec 3.4). The pairs are derived from the
 * node's sealing key by number, so a seed is in no file of its own and never leaves the node. Blocking; thread-safe.
 */
final class NkeyStock {
    /** Keys offered ahead: as many principals may be placed here between two reports. */
    static final int KEYS = 128;

    private final SealingKey key;
    private long first;
    private List<String> keys = List.of();

    NkeyStock(SealingKey key) {
        this.key = key;
    }

    /** @param from the first number that is not in use */
    synchronized JsonObject offer(long from) {
        List<String> next = new ArrayList<>(KEYS);
        for (long number = from; number < from + KEYS; number++) {
            long known = number - first;
            next.add(
                    known >= 0 && known < keys.size()
                            ? keys.get((int) known)
                            : UserKey.of(key, number).publicKey());
        }
        first = from;
        keys = next;
        return new JsonObject().put("first", from).put("keys", new JsonArray(List.copyOf(next)));
    }

    /** The first number above all that a declaration has put to use, and not below {@code from}. */
    static long from(long from, Declaration declaration) {
        long highest = from - 1;
        String own = declaration.credentials();
        if (own != null) {
            highest = Math.max(highest, HandedCredential.numberOf(own));
        }
        for (Declaration.ModuleDeclaration module : declaration.modules()) {
            highest = Math.max(highest, HandedCredential.numberOf(module.credentials()));
        }
        return highest + 1;
    }
}
