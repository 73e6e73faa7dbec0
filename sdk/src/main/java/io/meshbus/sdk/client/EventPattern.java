package io.meshbus.sdk.client;

import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.Subjects;

/**
 * Events that a person wants to hear: {@code clock.tick}, {@code clock.*}, {@code *.tick}, {@code *}.
 *
 * @param text as typed
 * @param subject what to subscribe
 */
public record EventPattern(String text, String subject) {
    private static final String ANY = "*";

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_NAME} */
    public static EventPattern parse(String text) {
        if (text.equals(ANY) || text.equals(">")) {
            return new EventPattern("all events", Subjects.ALL_MODULE_EVENTS);
        }
        int dot = text.indexOf('.');
        if (dot < 0) {
            throw Problem.of(
                            ProblemCode.BAD_NAME,
                            "\"" + text + "\" names no events",
                            "the form is MODULE.EVENT",
                            "write for example clock.tick, clock.* or *")
                    .asException();
        }
        String module = text.substring(0, dot);
        String event = text.substring(dot + 1);
        return new EventPattern(
                text,
                Subjects.eventPattern(
                        module.equals(ANY) ? ANY : new ModuleId(module).value(),
                        event.equals(ANY) || event.equals(">") ? ANY : new EventName(event).value()));
    }

    /** {@code clock.tick} of {@code mesh.mod.clock.event.tick}; a subject of another form as it is. */
    public static String nameOf(String subject) {
        return MeshSubject.parse(subject) instanceof MeshSubject.Event event
                ? event.module() + "." + event.event()
                : subject;
    }

    @Override
    public String toString() {
        return text;
    }
}
