package io.meshbus.sdk.account;

import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.Assignment;
import io.meshbus.sdk.manifest.Manifest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
                        modules(mesh, newestFirst, callers))
                .flatMap(principals -> principals)
                .toList());
    }

    private static Answers answers(DesiredMesh mesh, List<Definition> newestFirst) {
        String said =
                newestFirst.isEmpty() ? null : newestFirst.get(0).settings().answers();
        return said == null ? mesh.answers() : Answers.valueOf(said.toUpperCase(java.util.Locale.ROOT));
    }

    private static Stream<Principal> modules(DesiredMesh mesh, List<Living> newestFirst, @Nullable Callers callers) {
        Map<Assignment, List<ModuleGrants>> byAssignment = new LinkedHashMap<>();
        for (Living living : newestFirst) {
            Map<ModuleId, ModuleGrants> byModule = new HashMap<>();
            for (Assignment assignment : living.definition().assignments()) {
                if (mesh.enrolled().contains(assignment.node())
                        && living.nodes().contains(assignment.node())) {
                    ModuleGrants grants = byModule.computeIfAbsent(
                            assignment.module(), module -> grants(living.definition(), module, callers));
                    byAssignment
                            .computeIfAbsent(assignment, a -> new ArrayList<>(1))
                            .add(grants);
                }
            }
        }
        return byAssignment.entrySet().stream()
                .map(entry -> principal(entry.getKey(), entry.getValue(), callers == null));
    }

    private static ModuleGrants grants(Definition definition, ModuleId module, @Nullable Callers callers) {
        Manifest manifest = Objects.requireNonNull(definition.modules().get(module), "an assigned module is defined");
        return ModuleGrants.of(definition, manifest, callers);
    }

    private static Principal principal(Assignment assignment, List<ModuleGrants> union, boolean allowResponses) {
        PrincipalId id = PrincipalId.module(assignment.module(), assignment.node());
        List<Grant> publish = new ArrayList<>();
        List<Grant> subscribe = new ArrayList<>();
        Duration longest = null;
        for (ModuleGrants grants : union) {
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
