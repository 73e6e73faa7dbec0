package io.meshbus.sdk.account;

import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.manifest.Foundation;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.subject.AccountHash;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The principals whose lists no manifest changes: the rows of spec 2.5 for controller, hosts and tokens. */
final class Rules {
    /** Where a fixed rule stands. */
    static final String SPEC = "spec 2.5";

    /** In the v2 form of acks (facts 2). */
    static final String STREAMS_HASH = AccountHash.of(Account.STREAMS.name());

    private Rules() {}

    static Grant fixed(String subject, String reason) {
        return new Grant(subject, reason, SPEC);
    }

    static Grant ownInbox(PrincipalId id) {
        return fixed(Subjects.inbox(id), "hears answers to itself");
    }

    /**
     * For a principal that has nothing to publish: the list must not be empty, and its own inbox is the one subject that
     * nobody else hears.
     */
    static Grant nothingToPublish(PrincipalId id) {
        return fixed(Subjects.inbox(id), "has nothing to publish; only it hears this");
    }

    /** Acks of a durable in both forms, each naming stream and consumer exactly. */
    static List<Grant> pullAndAck(String stream, String consumer, String reason, String where) {
        return List.of(
                new Grant(Subjects.pull(stream, consumer), reason, where),
                new Grant(Subjects.acks(stream, consumer), reason, where),
                new Grant(Subjects.acksV2(STREAMS_HASH, stream, consumer), reason, where));
    }

    static Principal controller() {
        List<Grant> publish = new ArrayList<>(List.of(
                fixed(Subjects.ALL_DECLARATIONS, "nudges a node to read its declaration"),
                fixed(Subjects.INBOX_ROOT + ">", "answers whoever asked")));
        List<Grant> subscribe = new ArrayList<>(List.of(
                fixed(Subjects.ALL_ALIVE, "hears heartbeats"),
                fixed(Subjects.inQueue(Subjects.ALL_ASKS, Subjects.ASK_QUEUE), "takes commands"),
                ownInbox(PrincipalId.CONTROLLER)));
        for (SeatId id : List.of(Foundation.CONTROLLER, Foundation.CATALOG)) {
            Seat seat = Objects.requireNonNull(Foundation.all().get(id));
            for (EventName event : seat.emits().keySet()) {
                publish.add(fixed(Subjects.seatEvent(id, event), "holds the seat " + id));
            }
            for (ToolName tool : seat.serves().keySet()) {
                subscribe.add(
                        fixed(Subjects.inQueue(Subjects.seatTool(id, tool), tool.value()), "holds the seat " + id));
            }
        }
        return new Principal(PrincipalId.CONTROLLER, Account.MESH, publish, subscribe, null);
    }

    static Principal streams() {
        return new Principal(
                PrincipalId.STREAMS,
                Account.STREAMS,
                List.of(
                        fixed(Subjects.JETSTREAM_API, "defines streams and consumers, reads them"),
                        fixed(Subjects.ALL_ACKS, "acknowledges what it has recorded"),
                        fixed(Subjects.ALL_DECLARATIONS, "publishes declarations"),
                        fixed(Subjects.PUSH, "keeps a push before it is taken"),
                        fixed(Subjects.ALL_REDRIVES, "redrives dead letters to the module that failed"),
                        fixed(Subjects.ALL_SEAT_WORK, "submits work"),
                        fixed(Subjects.DEAD_LETTERS, "writes dead letters"),
                        fixed(Subjects.ANY_ARTEFACT, "stores artefacts"),
                        fixed(Subjects.allStateKeys(), "writes the observed state")),
                List.of(
                        ownInbox(PrincipalId.STREAMS),
                        fixed(Subjects.ALL_ADVISORIES, "hears what happens to streams and consumers")),
                null);
    }

    static Principal host(NodeId node) {
        PrincipalId id = PrincipalId.host(node);
        return new Principal(
                id,
                Account.MESH,
                List.of(
                        fixed(Subjects.controlOf(node), "reports about its own node"),
                        fixed(Subjects.directGet(Streams.NODES, Subjects.declare(node)), "reads its own declaration"),
                        fixed(Subjects.directGet(Streams.ARTEFACTS, Subjects.ALL_ARTEFACTS), "fetches artefacts")),
                List.of(fixed(Subjects.declare(node), "hears that its declaration is new"), ownInbox(id)),
                null);
    }

    static Principal enrolment(TokenId token) {
        PrincipalId id = PrincipalId.enrolment(token);
        return new Principal(
                id, Account.MESH, List.of(fixed(Subjects.ENROL, "asks to be enrolled")), List.of(ownInbox(id)), null);
    }
}
