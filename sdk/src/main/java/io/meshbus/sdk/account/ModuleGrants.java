package io.meshbus.sdk.account;

import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Foundation;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one module of one definition may do, whichever node it runs on: the row of spec 2.5 without the inbox.
 *
 * @param answersWithin the longest time-out it serves with; null when it serves nothing, or answers only on inboxes that
 *     are granted to it
 */
record ModuleGrants(
        List<Grant> publish,
        List<Grant> subscribe,
        @Nullable Duration answersWithin) {
    /** @param callers whose inboxes a responder may answer to; null when the server lets it answer whom it heard */
    static ModuleGrants of(Definition definition, Manifest manifest, @Nullable Callers callers) {
        Builder builder = new Builder(definition, manifest.module(), callers);
        builder.emits(manifest.emits());
        builder.consumes(manifest.consumes());
        builder.uses(manifest.uses());
        builder.submits(manifest);
        builder.watches(manifest.watches());
        manifest.serves()
                .forEach((tool, how) -> builder.serves(
                        new ToolRef.OfModule(manifest.module(), tool),
                        tool,
                        how,
                        "serves " + tool,
                        builder.place("serves." + tool)));
        for (int i = 0; i < manifest.holds().size(); i++) {
            builder.holds(manifest.holds().get(i), builder.place("seats.holds[" + i + "]"));
        }
        return builder.build();
    }

    private static final class Builder {
        private final Definition definition;
        private final ModuleId module;
        private final @Nullable Callers callers;
        private final List<Grant> publish = new ArrayList<>();
        private final List<Grant> subscribe = new ArrayList<>();
        private @Nullable Duration longestAnswer;

        Builder(Definition definition, ModuleId module, @Nullable Callers callers) {
            this.definition = definition;
            this.module = module;
            this.callers = callers;
        }

        String place(String path) {
            return Places.of(definition, module, path);
        }

        void emits(Map<EventName, Manifest.Emit> emits) {
            emits.keySet()
                    .forEach(event -> publish.add(
                            new Grant(Subjects.event(module, event), "emits " + event, place("emits." + event))));
        }

        void consumes(List<EventRef> consumes) {
            if (!consumes.isEmpty()) {
                String reason = "consumes " + consumes.get(0) + (consumes.size() > 1 ? " and others" : "");
                publish.addAll(
                        Rules.pullAndAck(Streams.EVENTS, Streams.eventsConsumer(module), reason, place("consumes")));
                publish.add(new Grant(
                        Subjects.dead(module),
                        "hands over what finally failed of what it consumes",
                        place("consumes")));
            }
        }

        void uses(List<ToolRef> uses) {
            for (int i = 0; i < uses.size(); i++) {
                ToolRef tool = uses.get(i);
                publish.add(new Grant(tool.subject(), "uses " + tool, place("uses[" + i + "]")));
            }
        }

        void submits(Manifest manifest) {
            for (int i = 0; i < manifest.submits().size(); i++) {
                publish.add(new Grant(
                        manifest.submits().get(i).subject(),
                        "submits " + manifest.submits().get(i),
                        place("seats.submits[" + i + "]")));
            }
        }

        void watches(List<String> keys) {
            for (int i = 0; i < keys.size(); i++) {
                publish.add(new Grant(
                        Subjects.directGet(Streams.STATE, Subjects.stateKey(keys.get(i))),
                        "watches " + keys.get(i),
                        place("watches[" + i + "]")));
            }
        }

        void serves(ToolRef tool, ToolName name, Manifest.Tool how, String reason, String where) {
            subscribe.add(new Grant(Subjects.inQueue(tool.subject(), name.value()), reason, where));
            if (longestAnswer == null) {
                Subjects.serviceQuestions(module)
                        .forEach(subject -> subscribe.add(new Grant(subject, "can be discovered: " + reason, where)));
                if (callers != null) {
                    publish.addAll(callers.answersToDiscovery());
                }
            }
            if (callers != null) {
                publish.addAll(callers.answersTo(tool));
            }
            Duration longest = longestAnswer;
            longestAnswer = longest == null || how.timeout().compareTo(longest) > 0 ? how.timeout() : longest;
        }

        void holds(SeatId id, String where) {
            Seat seat = definition.seats().get(id);
            if (seat == null) {
                return;
            }
            String reason = "holds " + id;
            if (!seat.accepts().isEmpty()) {
                publish.addAll(Rules.pullAndAck(Streams.seat(id), Streams.HOLDERS, reason, where));
                publish.add(
                        new Grant(Subjects.dead(module), "hands over work of " + id + " that finally failed", where));
            }
            seat.emits()
                    .keySet()
                    .forEach(event -> publish.add(new Grant(Subjects.seatEvent(id, event), reason, where)));
            seat.serves().forEach((tool, how) -> serves(new ToolRef.OfSeat(id, tool), tool, how, reason, where));
            if (id.equals(Foundation.BUILDER)) {
                publish.add(new Grant(Subjects.ALL_ARTEFACTS, reason + ": stores what it builds", where));
            }
        }

        ModuleGrants build() {
            // Sorted here once, so that sorting them again for each node is one pass.
            return new ModuleGrants(
                    publish.stream().sorted().toList(),
                    subscribe.stream().sorted().toList(),
                    callers == null ? longestAnswer : null);
        }
    }
}
