package io.meshbus.sdk.account;

import io.meshbus.sdk.account.Rights.Right;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Foundation;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.subject.Subjects;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a person may do: the row of spec 2.5. Tools and seats are named one by one as the definitions declare them. */
final class PersonGrants {
    private final Set<ToolRef> tools = new LinkedHashSet<>();
    private final Set<SeatVerb> verbs = new LinkedHashSet<>();
    private final Map<List<String>, List<Grant>> byPatterns = new HashMap<>();

    PersonGrants(Collection<Definition> definitions) {
        Foundation.all().values().forEach(this::addSeat);
        for (Definition definition : definitions) {
            definition
                    .modules()
                    .values()
                    .forEach(manifest -> manifest.serves()
                            .keySet()
                            .forEach(tool -> tools.add(new ToolRef.OfModule(manifest.module(), tool))));
            definition.seats().values().forEach(this::addSeat);
        }
    }

    /** Whether equal rights give equal lists in both. */
    boolean sameAs(PersonGrants other) {
        return tools.equals(other.tools) && verbs.equals(other.verbs);
    }

    private void addSeat(io.meshbus.sdk.manifest.Seat seat) {
        seat.serves().keySet().forEach(tool -> tools.add(new ToolRef.OfSeat(seat.seat(), tool)));
        seat.accepts().keySet().forEach(verb -> verbs.add(new SeatVerb(seat.seat(), verb)));
    }

    Principal of(PersonId person, Rights rights) {
        PrincipalId id = PrincipalId.person(person);
        List<Grant> publish = new ArrayList<>(
                rights.admin()
                        ? toolsOf(Rights.ADMIN)
                        : byPatterns.computeIfAbsent(rights.tools(), p -> toolsOf(rights)));
        for (Right right : Right.values()) {
            if (rights.has(right)) {
                right.commands()
                        .forEach(command -> publish.add(
                                Rules.fixed(Subjects.askAnyNode(command, person), "has the right " + name(right))));
            }
        }
        if (rights.has(Right.PUSH)) {
            publish.add(Rules.fixed(Subjects.ALL_ARTEFACTS, "uploads artefacts: has the right " + name(Right.PUSH)));
        }
        if (rights.has(Right.SUBMIT)) {
            verbs.forEach(verb ->
                    publish.add(Rules.fixed(verb.subject(), "submits work: has the right " + name(Right.SUBMIT))));
        }
        if (rights.has(Right.DISCOVER)) {
            publish.add(Rules.fixed(Subjects.SERVICES, "has the right " + name(Right.DISCOVER)));
        }
        List<Grant> subscribe = new ArrayList<>(List.of(Rules.ownInbox(id)));
        if (rights.has(Right.TAIL)) {
            subscribe.add(Rules.fixed(Subjects.ALL_MODULE_EVENTS, "has the right " + name(Right.TAIL)));
        }
        return new Principal(id, Account.MESH, publish, subscribe, null);
    }

    private List<Grant> toolsOf(Rights rights) {
        return tools.stream()
                .filter(rights::mayUse)
                .map(tool -> Rules.fixed(tool.subject(), "may use " + tool))
                .toList();
    }

    private static String name(Right right) {
        return right.name().toLowerCase(java.util.Locale.ROOT);
    }
}
