package io.meshbus.sdk.account;

import io.meshbus.sdk.account.Explanation.Direction;
import io.meshbus.sdk.account.Rights.Right;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.SubjectPattern;
import java.util.Locale;

/** What a person would have to write so that a refused subject is granted, or why nothing can grant it. */
final class WhatToAdd {
    private static final String NEVER = "no manifest line grants this to anybody";

    private WhatToAdd() {}

    static String of(Principal user, Direction direction, SubjectPattern wanted) {
        String kind = user.id().value().split("\\.", -1)[0];
        if (direction == Direction.PUBLISH && (wanted.hasWildcard() || wanted.queue() != null)) {
            return "one publishes to a subject, not to a pattern or a queue";
        }
        MeshSubject subject;
        try {
            subject = MeshSubject.parse(wanted.subject());
        } catch (ProblemException e) {
            return NEVER;
        }
        return switch (kind) {
            case "controller", "host", "enrol", "fabric" -> "the lists of a " + kind + " are fixed (spec 2.5)";
            case "person" -> forPerson(user, direction, subject);
            default -> forModule(new ModuleId(kind), direction, wanted, subject);
        };
    }

    private static String forPerson(Principal user, Direction direction, MeshSubject subject) {
        String name = user.id().value().substring("person.".length());
        if (direction == Direction.SUBSCRIBE) {
            return subject instanceof MeshSubject.Event ? issue(name, Right.TAIL) : NEVER;
        }
        if (subject instanceof MeshSubject.Tool tool) {
            return "allow it with `operator issue " + name + " --tools " + tool.module() + "." + tool.tool() + "`";
        }
        if (subject instanceof MeshSubject.SeatTool tool) {
            return "allow it with `operator issue " + name + " --tools seat:" + tool.seat() + "." + tool.tool() + "`";
        }
        if (subject instanceof MeshSubject.SeatWork) {
            return issue(name, Right.SUBMIT);
        }
        if (subject instanceof MeshSubject.Artefact) {
            return issue(name, Right.PUSH);
        }
        if (subject instanceof MeshSubject.Ask ask) {
            return ask.person().value().equals(name)
                    ? Right.needed(ask.command())
                            .map(right -> issue(name, right))
                            .orElse("there is no command " + ask.command())
                    : "nobody asks in the name of another";
        }
        return NEVER;
    }

    private static String issue(String person, Right right) {
        return "it needs the right " + right.name().toLowerCase(Locale.ROOT) + ": issue person " + person
                + " again with it";
    }

    private static String forModule(ModuleId module, Direction direction, SubjectPattern wanted, MeshSubject subject) {
        String line =
                direction == Direction.PUBLISH ? publishLine(module, subject) : subscribeLine(module, wanted, subject);
        return line.isEmpty() ? NEVER : line.replace("FILE", Places.manifest(module));
    }

    private static String publishLine(ModuleId module, MeshSubject subject) {
        if (subject instanceof MeshSubject.Event event) {
            return event.module().equals(module)
                    ? "add `emits: { " + event.event() + ": {} }` to FILE"
                    : "only " + event.module() + " says what it emits";
        }
        if (subject instanceof MeshSubject.Tool tool) {
            return "add `uses: [ " + tool.module() + "." + tool.tool() + " ]` to FILE";
        }
        if (subject instanceof MeshSubject.SeatTool tool) {
            return "add `uses: [ seat:" + tool.seat() + "." + tool.tool() + " ]` to FILE";
        }
        if (subject instanceof MeshSubject.SeatWork work) {
            return "add `seats: { submits: [ " + work.seat() + "." + work.verb() + " ] }` to FILE";
        }
        if (subject instanceof MeshSubject.SeatEvent event) {
            return "add `seats: { holds: [ " + event.seat() + " ] }` to FILE, and " + event.event()
                    + " to what the seat emits";
        }
        if (subject instanceof MeshSubject.Dead dead && dead.module().equals(module)) {
            return "add what it consumes to FILE";
        }
        return "";
    }

    private static String subscribeLine(ModuleId module, SubjectPattern wanted, MeshSubject subject) {
        if (subject instanceof MeshSubject.Tool tool && tool.module().equals(module)) {
            return "add `serves: { " + tool.tool() + ": { description: … } }` to FILE"
                    + (tool.tool().value().equals(wanted.queue())
                            ? ""
                            : " and serve in the queue group " + tool.tool());
        }
        if (subject instanceof MeshSubject.SeatTool tool) {
            return "add `seats: { holds: [ " + tool.seat() + " ] }` to FILE and serve in the queue group "
                    + tool.tool();
        }
        if (subject instanceof MeshSubject.Event event) {
            return "a module hears events through its durable: add `consumes: [ " + event.module() + "." + event.event()
                    + " ]` to FILE";
        }
        if (subject instanceof MeshSubject.SeatEvent event) {
            return "a module hears events through its durable: add `consumes: [ seat:" + event.seat() + "."
                    + event.event() + " ]` to FILE";
        }
        return "";
    }
}
