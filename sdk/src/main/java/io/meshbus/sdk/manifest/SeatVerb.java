package io.meshbus.sdk.manifest;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.Verb;
import io.meshbus.sdk.subject.Subjects;

/** Work of a role as a submitter names it: {@code mesh-builder.build}; the prefix {@code seat:} may stand before it. */
public record SeatVerb(SeatId seat, Verb verb) {
    public String subject() {
        return Subjects.accept(seat, verb);
    }

    @Override
    @JsonValue
    public String toString() {
        return seat + "." + verb;
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_NAME} */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static SeatVerb parse(String text) {
        Ref ref = Ref.parse(text);
        return new SeatVerb(new SeatId(ref.owner()), new Verb(ref.name()));
    }
}
