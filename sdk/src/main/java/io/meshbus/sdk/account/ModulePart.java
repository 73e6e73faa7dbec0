package io.meshbus.sdk.account;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The principals of one module, and all that they were made from.
 *
 * @param placed where it runs and with which grants; sorted by node, a node once
 * @param principals one for each of {@code placed}
 */
record ModulePart(List<Placed> placed, List<Principal> principals) {
    static final ModulePart NONE = new ModulePart(List.of(), List.of());

    /**
     * A module on a node.
     *
     * @param grants of each living definition that places it there, the newest first
     */
    record Placed(NodeId node, List<ModuleGrants> grants) {
        /** Most often the very same object, told at once. */
        boolean sameAs(Placed other) {
            return node.equals(other.node) && (grants == other.grants || grants.equals(other.grants));
        }
    }

    /** The list as it was made before for equal grants of one definition, to be the same object again. */
    Optional<List<ModuleGrants>> known(ModuleGrants grants) {
        List<ModuleGrants> last = List.of();
        for (Placed before : placed) {
            if (before.grants() != last
                    && before.grants().size() == 1
                    && before.grants().get(0).equals(grants)) {
                return Optional.of(before.grants());
            }
            last = before.grants();
        }
        return Optional.empty();
    }

    ModulePart next(ModuleId module, List<Placed> now) {
        if (same(now)) {
            return this;
        }
        List<Principal> next = new ArrayList<>(now.size());
        int old = 0;
        for (Placed one : now) {
            while (old < placed.size() && placed.get(old).node().compareTo(one.node()) < 0) {
                old++;
            }
            next.add(old < placed.size() && placed.get(old).sameAs(one) ? principals.get(old) : principal(module, one));
        }
        return new ModulePart(now, next);
    }

    private boolean same(List<Placed> now) {
        boolean same = now.size() == placed.size();
        for (int i = 0; same && i < now.size(); i++) {
            same = now.get(i).sameAs(placed.get(i));
        }
        return same;
    }

    private static Principal principal(ModuleId module, Placed placed) {
        PrincipalId id = PrincipalId.module(module, placed.node());
        List<Grant> publish = new ArrayList<>();
        List<Grant> subscribe = new ArrayList<>();
        Duration longest = null;
        for (ModuleGrants grants : placed.grants()) {
            publish.addAll(grants.publish());
            subscribe.addAll(grants.subscribe());
            Duration answers = grants.answersWithin();
            if (answers != null && (longest == null || answers.compareTo(longest) > 0)) {
                longest = answers;
            }
        }
        subscribe.add(Rules.ownInbox(id));
        if (publish.isEmpty()) {
            publish.add(Rules.nothingToPublish(id));
        }
        return new Principal(id, Account.MESH, publish, subscribe, longest);
    }
}
