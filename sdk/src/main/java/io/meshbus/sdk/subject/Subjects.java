package io.meshbus.sdk.subject;

import io.meshbus.sdk.id.CommandName;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.id.Verb;
import java.util.List;
import java.util.stream.Stream;

/** Builds every subject of spec 2.1 that is published or subscribed; {@link MeshSubject#parse} is the way back. */
public final class Subjects {
    /** Events of every module, as EVENTS captures them. */
    public static final String ALL_MODULE_EVENTS = "mesh.mod.*.event.>";

    public static final String ALL_SEAT_EVENTS = "mesh.seat.*.event.>";
    public static final String ALL_REDRIVES = "mesh.mod.*.redrive.>";
    public static final String ALL_REPORTS = "mesh.control.*.report";
    public static final String ALL_BROKER_REPORTS = "mesh.control.*.broker";
    public static final String ALL_ALIVE = "mesh.control.*.alive";
    public static final String ALL_DECLARATIONS = "mesh.node.*.declare";
    public static final String ALL_MODULE_DEAD = "mesh.mod.*.dead";
    public static final String ALL_SEAT_WORK = "mesh.seat.*.accept.>";
    public static final String ALL_ARTEFACTS = "mesh.artefact.*.*";
    /** As the controller publishes them within STREAMS. */
    public static final String ANY_ARTEFACT = "mesh.artefact.>";

    public static final String ALL_ASKS = "mesh.ask.>";
    public static final String ENROL = "mesh.control.enrol";
    public static final String PUSH = "mesh.control.push";
    public static final String DEAD_LETTERS = "mesh.events.dead";
    public static final String MAX_DELIVERIES_ADVISORIES = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.>";
    public static final String INBOX_ROOT = "_INBOX.";
    /** The queue group in which the controller answers asks. */
    public static final String ASK_QUEUE = "ask";
    /** What the JetStream of STREAMS says about itself. */
    public static final String ALL_ADVISORIES = "$JS.EVENT.ADVISORY.>";
    /** The JetStream API, as the account STREAMS sees it. */
    public static final String JETSTREAM_API = "$JS.API.>";

    public static final String ALL_ACKS = "$JS.ACK.>";
    /** Everything of the services protocol. */
    public static final String SERVICES = "$SRV.>";
    /** The node token of an ask about the whole mesh. */
    public static final String WHOLE_MESH = "hub";

    private Subjects() {}

    public static String report(NodeId node) {
        return "mesh.control." + node + ".report";
    }

    public static String brokerReport(NodeId node) {
        return "mesh.control." + node + ".broker";
    }

    public static String alive(NodeId node) {
        return "mesh.control." + node + ".alive";
    }

    public static String declare(NodeId node) {
        return "mesh.node." + node + ".declare";
    }

    public static String event(ModuleId module, EventName event) {
        return "mesh.mod." + module + ".event." + event;
    }

    /** Events by pattern; each part a checked token or {@code *}. */
    public static String eventPattern(String module, String event) {
        return "mesh.mod." + module + ".event." + event;
    }

    public static String tool(ModuleId module, ToolName tool) {
        return "mesh.mod." + module + ".tool." + tool;
    }

    /** Every subject on which a dead letter comes back to this module alone. */
    public static String redrives(ModuleId module) {
        return "mesh.mod." + module + ".redrive.>";
    }

    public static String redrive(ModuleId module, String id) {
        return "mesh.mod." + module + ".redrive." + new Verb(id);
    }

    public static String dead(ModuleId module) {
        return "mesh.mod." + module + ".dead";
    }

    public static String accept(SeatId seat, Verb verb) {
        return "mesh.seat." + seat + ".accept." + verb;
    }

    /** All work of one seat. */
    public static String seatWork(SeatId seat) {
        return "mesh.seat." + seat + ".accept.>";
    }

    public static String seatEvent(SeatId seat, EventName event) {
        return "mesh.seat." + seat + ".event." + event;
    }

    /** All events of one seat. */
    public static String seatEvents(SeatId seat) {
        return "mesh.seat." + seat + ".event.>";
    }

    public static String seatTool(SeatId seat, ToolName tool) {
        return "mesh.seat." + seat + ".tool." + tool;
    }

    public static String ask(NodeId node, CommandName command, PersonId person) {
        return "mesh.ask." + node + "." + command + "." + person;
    }

    /** One command about any node, asked by this person. */
    public static String askAnyNode(CommandName command, PersonId person) {
        return "mesh.ask.*." + command + "." + person;
    }

    /** @param chunk 0 and up */
    public static String artefactChunk(String sha256, int chunk) {
        return "mesh.artefact." + digest(sha256) + "." + chunk;
    }

    public static String artefactMeta(String sha256) {
        return "mesh.artefact." + digest(sha256) + ".meta";
    }

    /** Everything the principal may hear as an answer. */
    public static String inbox(PrincipalId principal) {
        return principal.inboxPrefix() + ".>";
    }

    /** The inboxes of one module on whichever node. */
    public static String inboxesOf(ModuleId module) {
        return INBOX_ROOT + module + ".*.>";
    }

    /** The inboxes of every person. */
    public static String inboxesOfPersons() {
        return INBOX_ROOT + "person.*.>";
    }

    /** Pull of a durable, as MESH imports it. */
    public static String pull(String stream, String consumer) {
        return Streams.API_PREFIX + ".CONSUMER.MSG.NEXT." + stream + "." + consumer;
    }

    /** Acks of a durable, the form in use (v1). */
    public static String acks(String stream, String consumer) {
        return "$JS.ACK." + stream + "." + consumer + ".>";
    }

    /** Acks of a durable, the coming form: the exact hash of the account, never a wildcard in front (facts 2). */
    public static String acksV2(String accountHash, String stream, String consumer) {
        return "$JS.ACK._." + accountHash + "." + stream + "." + consumer + ".>";
    }

    /** Direct get of the last message on a subject of a stream, as MESH imports it. */
    public static String directGet(String stream, String subject) {
        return Streams.API_PREFIX + ".DIRECT.GET." + stream + "." + subject;
    }

    /** Everything a host says about its node. */
    public static String controlOf(NodeId node) {
        return "mesh.control." + node + ".>";
    }

    /** What a standard NATS tool asks a service of this name, and every service. */
    public static List<String> serviceQuestions(ModuleId module) {
        return Stream.of("PING", "INFO", "STATS")
                .flatMap(verb ->
                        Stream.of("$SRV." + verb, "$SRV." + verb + "." + module, "$SRV." + verb + "." + module + ".*"))
                .toList();
    }

    /** A subscription that only members of the group may make, as a permission names it (facts 1c). */
    public static String inQueue(String subject, String queue) {
        return subject + " " + queue;
    }

    /** Every key of the bucket of observed state. */
    public static String allStateKeys() {
        return stateKey(">");
    }

    /** A key of the bucket of observed state. */
    public static String stateKey(String key) {
        return "$KV." + Streams.STATE_BUCKET + "." + key;
    }

    private static String digest(String sha256) {
        if (!Digest.isSha256(sha256)) {
            throw MeshSubject.refused("artefact digest", "64 lowercase hexadecimal digits expected");
        }
        return sha256;
    }
}
