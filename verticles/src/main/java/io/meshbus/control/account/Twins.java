package io.meshbus.control.account;

import io.meshbus.sdk.account.Account;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.account.Principal;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.UserKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which twins the next list has: principals with the lists of others and keys of their own, in an account that reaches
 * nothing. Only in memory: after a crash the first list is without them, and nobody has their keys. On the verticle's
 * context.
 */
final class Twins {
    /** @param of whose lists it has */
    record Twin(Principal of, Principal principal, UserKey key) {
        static Twin of(Principal of, int number, UserKey key) {
            Principal twin = new Principal(
                    new PrincipalId(PrincipalId.CONTROLLER + ".check.k" + number),
                    Account.CHECK,
                    of.publish(),
                    of.subscribe(),
                    of.answersWithin());
            return new Twin(of, twin, key);
        }
    }

    /** What one list has. */
    record Listed(long generation, List<Twin> twins) {
        Listed {
            twins = List.copyOf(twins);
        }

        Composition beside(Composition composition) {
            if (twins.isEmpty()) {
                return composition;
            }
            List<Principal> all = new ArrayList<>(composition.principals());
            twins.forEach(twin -> all.add(twin.principal()));
            return new Composition(all);
        }

        Map<PrincipalId, Credential> credentials(Map<PrincipalId, Credential> others) {
            if (twins.isEmpty()) {
                return others;
            }
            Map<PrincipalId, Credential> all = new HashMap<>(others);
            twins.forEach(twin -> all.put(
                    twin.principal().id(), new Credential.NKey(twin.key().publicKey())));
            return all;
        }
    }

    private Listed wanted = new Listed(0, List.of());
    private Promise<Void> live = Promise.promise();

    Listed wanted() {
        return wanted;
    }

    /** Completes when a list with these and no others is proved live. */
    Future<Void> want(List<Twin> twins) {
        wanted = new Listed(wanted.generation() + 1, twins);
        live.tryFail("other twins are wanted");
        live = Promise.promise();
        return live.future();
    }

    /** It has taken too long. */
    void late() {
        live.tryFail("no list with exactly these twins was live in time");
    }

    void live(Listed listed) {
        if (listed.generation() == wanted.generation()) {
            live.tryComplete();
        }
    }
}
