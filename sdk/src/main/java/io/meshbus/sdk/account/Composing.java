package io.meshbus.sdk.account;

import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.manifest.Definition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A composition together with the parts it was put together from, so that the next one makes only what changed (spec
 * 3.4, scale). Every part remembers all that it was made from and is taken over only when that is equal, so the result
 * never depends on what was composed before. Immutable; any thread.
 */
public final class Composing {
    /** Nothing composed yet. */
    public static final Composing NOTHING =
            new Composing(new Composition(List.of()), Kept.none(), Kept.none(), PersonsPart.NONE, List.of(), Map.of());

    private final Composition composition;
    private final Kept<NodeId> hosts;
    private final Kept<TokenId> tokens;
    private final PersonsPart persons;
    private final List<Principal> fabric;
    private final Map<ModuleId, ModulePart> modules;

    private Composing(
            Composition composition,
            Kept<NodeId> hosts,
            Kept<TokenId> tokens,
            PersonsPart persons,
            List<Principal> fabric,
            Map<ModuleId, ModulePart> modules) {
        this.composition = composition;
        this.hosts = hosts;
        this.tokens = tokens;
        this.persons = persons;
        this.fabric = fabric;
        this.modules = modules;
    }

    public Composition composition() {
        return composition;
    }

    /** The same as composing the mesh from nothing; principals that are the same are the same objects. */
    public Composing next(DesiredMesh mesh) {
        List<Living> newestFirst = new ArrayList<>(mesh.definitions());
        Collections.reverse(newestFirst);
        List<Definition> definitions =
                newestFirst.stream().map(Living::definition).toList();
        Callers callers = answers(mesh, definitions) == Answers.DERIVED
                ? new Callers(definitions, mesh.persons().values())
                : null;
        Kept<NodeId> nextHosts = hosts.next(mesh.enrolled(), Rules::host);
        Kept<TokenId> nextTokens = tokens.next(mesh.tokens(), Rules::enrolment);
        PersonsPart nextPersons = persons.next(new PersonGrants(definitions), mesh.persons());
        List<Principal> declared = definitions.isEmpty() ? List.of() : FabricGrants.of(definitions.get(0));
        List<Principal> nextFabric = declared.equals(fabric) ? fabric : declared;
        Map<ModuleId, ModulePart> nextModules = new TreeMap<>();
        new Placing(modules, callers)
                .place(newestFirst, mesh.enrolled())
                .forEach((module, placed) -> nextModules.put(
                        module, modules.getOrDefault(module, ModulePart.NONE).next(module, placed)));
        return new Composing(
                whole(nextHosts, nextTokens, nextPersons, nextFabric, nextModules),
                nextHosts,
                nextTokens,
                nextPersons,
                nextFabric,
                nextModules);
    }

    private static Answers answers(DesiredMesh mesh, List<Definition> newestFirst) {
        String said =
                newestFirst.isEmpty() ? null : newestFirst.get(0).settings().answers();
        return said == null ? mesh.answers() : Answers.valueOf(said.toUpperCase(Locale.ROOT));
    }

    /** The parts one after another, ordered by what their principals' names begin with: so the whole is in order. */
    private static Composition whole(
            Kept<NodeId> hosts,
            Kept<TokenId> tokens,
            PersonsPart persons,
            List<Principal> fabric,
            Map<ModuleId, ModulePart> modules) {
        SortedMap<String, List<Principal>> parts = new TreeMap<>();
        parts.put("controller", List.of(Rules.controller()));
        parts.put("controller.", List.of(Rules.streams()));
        parts.put("host.", hosts.principals());
        parts.put("enrol.", tokens.principals());
        parts.put("fabric.", fabric);
        parts.put("person.", persons.kept().principals());
        modules.forEach((module, part) -> parts.put(module + ".", part.principals()));
        List<Principal> all =
                new ArrayList<>(parts.values().stream().mapToInt(List::size).sum());
        parts.values().forEach(all::addAll);
        return new Composition(all);
    }

    /** Persons: their lists depend on what there is to use, and on their own rights. */
    private record PersonsPart(PersonGrants grants, Map<PersonId, Rights> rights, Kept<PersonId> kept) {
        static final PersonsPart NONE = new PersonsPart(new PersonGrants(List.of()), Map.of(), Kept.none());

        PersonsPart next(PersonGrants now, Map<PersonId, Rights> persons) {
            Kept<PersonId> reusable = now.sameAs(grants)
                    ? kept.only(person -> Objects.equals(rights.get(person), persons.get(person)))
                    : Kept.none();
            return new PersonsPart(
                    now,
                    persons,
                    reusable.next(
                            persons.keySet(), person -> now.of(person, Objects.requireNonNull(persons.get(person)))));
        }
    }
}
