package io.meshbus.control.declaration.rules;

import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.CompositionDifference;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.subject.Streams;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a push changes (spec 3.3); its members' names are stable, the command line prints them.
 *
 * @param nodes whose declarations change are {@code changed}
 * @param principals with the lines of their lists
 * @param durables of EVENTS that go, after a grace, because their modules consume nothing any more
 */
public record PushDifference(Names nodes, Modules modules, CompositionDifference principals, List<Durable> durables) {
    public PushDifference {
        durables = List.copyOf(durables);
    }

    /** Names of one kind. */
    public record Names(List<String> added, List<String> removed, List<String> changed) {}

    public record Modules(List<String> added, List<String> removed, List<ModuleChange> changed) {}

    /** @param backlog events that it has not ended, or null while nobody has looked */
    public record Durable(String name, @Nullable Long backlog) {}

    /** @param from version before; equal versions mean that something else in it changed */
    public record ModuleChange(String name, String from, String to) {}

    /**
     * @param before null before the first push
     * @param declarationChanges whether the declaration of a node in both changes
     */
    public static PushDifference of(
            @Nullable Definition before,
            Definition after,
            Composition usersBefore,
            Composition usersAfter,
            Predicate<NodeId> declarationChanges) {
        return new PushDifference(
                nodes(before, after, declarationChanges),
                modules(before, after),
                CompositionDifference.of(usersBefore, usersAfter),
                durables(before, after));
    }

    private static List<Durable> durables(@Nullable Definition before, Definition after) {
        return before == null
                ? List.of()
                : before.modules().values().stream()
                        .filter(Manifest::consumesAnything)
                        .map(Manifest::module)
                        .filter(id -> !Optional.ofNullable(after.modules().get(id))
                                .map(Manifest::consumesAnything)
                                .orElse(false))
                        .sorted()
                        .map(id -> new Durable(Streams.eventsConsumer(id), null))
                        .toList();
    }

    private static Names nodes(@Nullable Definition before, Definition after, Predicate<NodeId> changes) {
        Set<NodeId> old = before == null ? Set.of() : before.nodes().keySet();
        Set<NodeId> now = after.nodes().keySet();
        return new Names(
                minus(now, old),
                minus(old, now),
                now.stream()
                        .filter(old::contains)
                        .filter(changes)
                        .map(NodeId::value)
                        .sorted()
                        .toList());
    }

    private static <T> List<String> minus(Set<T> all, Set<T> without) {
        return all.stream()
                .filter(one -> !without.contains(one))
                .map(String::valueOf)
                .sorted()
                .toList();
    }

    private static Modules modules(@Nullable Definition before, Definition after) {
        if (before == null) {
            return new Modules(minus(after.modules().keySet(), Set.of()), List.of(), List.of());
        }
        List<ModuleChange> changed = new ArrayList<>();
        for (ModuleId id : new TreeSet<>(after.modules().keySet())) {
            Manifest old = before.modules().get(id);
            Manifest now = Objects.requireNonNull(after.modules().get(id));
            if (old != null && !(old.equals(now) && sameArtefacts(before, after, id))) {
                changed.add(new ModuleChange(id.value(), old.version(), now.version()));
            }
        }
        return new Modules(
                minus(after.modules().keySet(), before.modules().keySet()),
                minus(before.modules().keySet(), after.modules().keySet()),
                changed);
    }

    private static boolean sameArtefacts(Definition before, Definition after, ModuleId id) {
        String home = "modules/" + id + "/";
        return before.artefacts().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(home))
                .toList()
                .equals(after.artefacts().entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith(home))
                        .toList());
    }
}
