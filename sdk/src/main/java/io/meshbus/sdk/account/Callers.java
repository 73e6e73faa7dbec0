package io.meshbus.sdk.account;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.subject.Subjects;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Who is declared to call which tool, over all definitions that still live: the inboxes a responder may answer to. */
final class Callers {
    private final Map<ToolRef, Map<ModuleId, Grant>> modules = new HashMap<>();
    private final Set<Rights> persons;

    /** @param newestFirst of one caller declared twice the newer line explains the grant */
    Callers(List<Definition> newestFirst, Collection<Rights> persons) {
        this.persons = persons.stream().collect(Collectors.toUnmodifiableSet());
        for (Definition definition : newestFirst) {
            for (Manifest manifest : definition.modules().values()) {
                for (int i = 0; i < manifest.uses().size(); i++) {
                    ToolRef tool = manifest.uses().get(i);
                    modules.computeIfAbsent(tool, t -> new LinkedHashMap<>())
                            .putIfAbsent(manifest.module(), answer(definition, manifest.module(), tool, i));
                }
            }
        }
    }

    private static Grant answer(Definition definition, ModuleId caller, ToolRef tool, int index) {
        return new Grant(
                Subjects.inboxesOf(caller),
                "answers " + caller + ", which uses " + tool,
                Places.of(definition, caller, "uses[" + index + "]"));
    }

    /** The inboxes of exactly those who may call the tool. */
    List<Grant> answersTo(ToolRef tool) {
        List<Grant> grants =
                new java.util.ArrayList<>(modules.getOrDefault(tool, Map.of()).values());
        if (persons.stream().anyMatch(rights -> rights.mayUse(tool))) {
            grants.add(Rules.fixed(Subjects.inboxesOfPersons(), "answers persons, who may use " + tool));
        }
        return grants;
    }

    /** The inboxes of those who may ask what services there are. */
    List<Grant> answersToDiscovery() {
        return persons.stream().anyMatch(rights -> rights.has(Rights.Right.DISCOVER))
                ? List.of(Rules.fixed(Subjects.inboxesOfPersons(), "answers persons, who may discover services"))
                : List.of();
    }
}
