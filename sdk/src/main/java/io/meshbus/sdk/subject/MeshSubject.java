package io.meshbus.sdk.subject;

import io.meshbus.sdk.id.CommandName;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.id.Verb;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;

/** A concrete subject of the mesh, taken apart; {@code parse(x.subject())} equals {@code x} (spec 2.1). */
public sealed interface MeshSubject {
    /** The subject as it goes over the wire. */
    String subject();

    record Report(NodeId node) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.report(node);
        }
    }

    record BrokerReport(NodeId node) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.brokerReport(node);
        }
    }

    record Alive(NodeId node) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.alive(node);
        }
    }

    record Enrol() implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.ENROL;
        }
    }

    record Push() implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.PUSH;
        }
    }

    record Declare(NodeId node) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.declare(node);
        }
    }

    record Event(ModuleId module, EventName event) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.event(module, event);
        }
    }

    record Tool(ModuleId module, ToolName tool) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.tool(module, tool);
        }
    }

    record Redrive(ModuleId module, Verb id) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.redrive(module, id.value());
        }
    }

    record Dead(ModuleId module) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.dead(module);
        }
    }

    record SeatWork(SeatId seat, Verb verb) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.accept(seat, verb);
        }
    }

    record SeatEvent(SeatId seat, EventName event) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.seatEvent(seat, event);
        }
    }

    record SeatTool(SeatId seat, ToolName tool) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.seatTool(seat, tool);
        }
    }

    record Ask(NodeId node, CommandName command, PersonId person) implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.ask(node, command, person);
        }
    }

    /** @param chunk 0 and up, or {@link #META} */
    record Artefact(String sha256, int chunk) implements MeshSubject {
        public static final int META = -1;

        @Override
        public String subject() {
            return chunk == META ? Subjects.artefactMeta(sha256) : Subjects.artefactChunk(sha256, chunk);
        }
    }

    record DeadLetters() implements MeshSubject {
        @Override
        public String subject() {
            return Subjects.DEAD_LETTERS;
        }
    }

    /** @throws ProblemException {@code BAD_SUBJECT} or {@code BAD_NAME}, naming what is wrong */
    static MeshSubject parse(String subject) {
        String[] t = subject.split("\\.", -1);
        if (t.length < 3 || !t[0].equals("mesh")) {
            throw refused(subject, "a subject of the mesh starts with mesh and has at least three tokens");
        }
        return switch (t[1]) {
            case "control" -> control(subject, t);
            case "node" -> t.length == 4 && t[3].equals("declare") ? new Declare(new NodeId(t[2])) : unknown(subject);
            case "mod" -> module(subject, t);
            case "seat" -> seat(subject, t);
            case "ask" ->
                t.length == 5 ? new Ask(new NodeId(t[2]), new CommandName(t[3]), new PersonId(t[4])) : unknown(subject);
            case "artefact" -> artefact(subject, t);
            case "events" -> subject.equals(Subjects.DEAD_LETTERS) ? new DeadLetters() : unknown(subject);
            default -> unknown(subject);
        };
    }

    private static MeshSubject control(String subject, String[] t) {
        if (subject.equals(Subjects.ENROL)) {
            return new Enrol();
        }
        if (subject.equals(Subjects.PUSH)) {
            return new Push();
        }
        if (t.length != 4) {
            return unknown(subject);
        }
        return switch (t[3]) {
            case "report" -> new Report(new NodeId(t[2]));
            case "broker" -> new BrokerReport(new NodeId(t[2]));
            case "alive" -> new Alive(new NodeId(t[2]));
            default -> unknown(subject);
        };
    }

    private static MeshSubject module(String subject, String[] t) {
        if (t.length == 4 && t[3].equals("dead")) {
            return new Dead(new ModuleId(t[2]));
        }
        if (t.length != 5) {
            return unknown(subject);
        }
        return switch (t[3]) {
            case "event" -> new Event(new ModuleId(t[2]), new EventName(t[4]));
            case "tool" -> new Tool(new ModuleId(t[2]), new ToolName(t[4]));
            case "redrive" -> new Redrive(new ModuleId(t[2]), new Verb(t[4]));
            default -> unknown(subject);
        };
    }

    private static MeshSubject seat(String subject, String[] t) {
        if (t.length != 5) {
            return unknown(subject);
        }
        return switch (t[3]) {
            case "accept" -> new SeatWork(new SeatId(t[2]), new Verb(t[4]));
            case "event" -> new SeatEvent(new SeatId(t[2]), new EventName(t[4]));
            case "tool" -> new SeatTool(new SeatId(t[2]), new ToolName(t[4]));
            default -> unknown(subject);
        };
    }

    private static MeshSubject artefact(String subject, String[] t) {
        if (t.length != 4 || !Digest.isSha256(t[2])) {
            return unknown(subject);
        }
        if (t[3].equals("meta")) {
            return new Artefact(t[2], Artefact.META);
        }
        if (!t[3].matches("0|[1-9][0-9]{0,8}")) {
            return unknown(subject);
        }
        return new Artefact(t[2], Integer.parseInt(t[3]));
    }

    private static MeshSubject unknown(String subject) {
        throw refused(subject, "no subject of the mesh has this form");
    }

    /** A {@code BAD_SUBJECT}; the subject is shown printable and cut. */
    static ProblemException refused(String subject, String why) {
        String shown = subject.length() > 120 ? subject.substring(0, 120) + "…" : subject;
        return Problem.of(
                        ProblemCode.BAD_SUBJECT,
                        "subject \"" + shown.replaceAll("[^\\x20-\\x7e…]", "?") + "\" is not allowed",
                        why,
                        "see the table of subjects in docs/WIRE")
                .asException();
    }
}
