package io.meshbus.sdk.account;

import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.Assignment;
import io.meshbus.sdk.manifest.Manifest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Derives every principal and its whole lists from the desired state, and from nothing else (spec 2.5, 3.4). A
 * principal that several living definitions give has the union of their lists (spec 2.5: a grant is withdrawn only
 * after the node converged without it).
 */
public final class Composer {
    private Composer() {}

    /** Deterministic: equal meshes give equal compositions. Pure; any thread. */
    public static Composition compose(DesiredMesh mesh) {
        List<Living> newestFirst = new ArrayList<>(mesh.definitions());
        Collections.reverse(newestFirst);
        List<Definition> definitions =
                newestFirst.stream().map(Living::definition).toList();
        Callers callers = answers(mesh, definitions) == Answers.DERIVED
                ? new Callers(definitions, mesh.persons().values())
                : null;
        PersonGrants persons = new PersonGrants(definitions);
        return new Composition(Stream.of(
                        Stream.of(Rules.controller(), Rules.streams()),
                        mesh.enrolled().stream().map(Rules::host),
                        mesh.tokens().stream().map(Rules::enrolment),
                        mesh.persons().entrySet().stream()
                                .map(person -> persons.of(person.getKey(), person.getValue())),
                        modules(mesh, newestFirst, callers).stream())
                .flatMap(principals -> principals)
                .toList());
    }

    private static Answers answers(DesiredMesh mesh, List<Definition> newestFirst) {
        String said =
                newestFirst.isEmpty() ? null : newestFirst.get(0).settings().answers();
        return said == null ? mesh.answers() : Answers.valueOf(said.toUpperCase(java.util.Locale.ROOT));
    }

    private record Granted(Assignment assignment, ModuleGrants grants) {}

    private static List<Principal> modules(DesiredMesh mesh, List<Living> newestFirst, @Nullable Callers callers) {
        List<Granted> granted = new ArrayList<>();
        for (Living living : newestFirst) {
            Set<NodeId> nodes = new HashSet<>(mesh.enrolled());
            nodes.retainAll(living.nodes());
            Map<ModuleId, ModuleGrants> byModule = new HashMap<>();
            for (Assignment assignment : living.definition().assignments()) {
                if (nodes.contains(assignment.node())) {
                    granted.add(new Granted(
                            assignment,
                            byModule.computeIfAbsent(
                                    assignment.module(), module -> grants(living.definition(), module, callers))));
                }
            }
        }
        // Stable: of equal assignments the newest definition stays first.
        granted.sort(Comparator.comparing(Granted::assignment));
        return union(granted, callers == null);
    }

    /** One principal for each run of equal assignments. */
    private static List<Principal> union(List<Granted> sorted, boolean allowResponses) {
        List<Principal> principals = new ArrayList<>(sorted.size());
        int from = 0;
        while (from < sorted.size()) {
            Assignment assignment = sorted.get(from).assignment();
            int to = from + 1;
            while (to < sorted.size() && sorted.get(to).assignment().compareTo(assignment) == 0) {
                to++;
            }
            principals.add(principal(assignment, sorted.subList(from, to), allowResponses));
            from = to;
        }
        return principals;
    }

    private static ModuleGrants grants(Definition definition, ModuleId module, @Nullable Callers callers) {
        Manifest manifest = Objects.requireNonNull(definition.modules().get(module), "an assigned module is defined");
        return ModuleGrants.of(definition, manifest, callers);
    }

    private static Principal principal(Assignment assignment, List<Granted> union, boolean allowResponses) {
        PrincipalId id = PrincipalId.module(assignment.module(), assignment.node());
        List<Grant> publish = new ArrayList<>();
        List<Grant> subscribe = new ArrayList<>();
        Duration longest = null;
        for (Granted granted : union) {
            ModuleGrants grants = granted.grants();
            publish.addAll(grants.publish());
            subscribe.addAll(grants.subscribe());
            Duration answer = grants.longestAnswer();
            if (answer != null && (longest == null || answer.compareTo(longest) > 0)) {
                longest = answer;
            }
        }
        subscribe.add(Rules.ownInbox(id));
        if (publish.isEmpty()) {
            publish.add(Rules.nothingToPublish(id));
        }
        return new Principal(id, Account.MESH, publish, subscribe, allowResponses ? longest : null);
    }
}
