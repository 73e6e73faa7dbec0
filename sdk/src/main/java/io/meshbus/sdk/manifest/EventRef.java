package io.meshbus.sdk.manifest;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.subject.Subjects;

/** An event as a manifest names it: {@code billing.paid}, or a role's own {@code seat:pricing-desk.closed}. */
public sealed interface EventRef {
    EventName event();

    String subject();

    record OfModule(ModuleId module, EventName event) implements EventRef {
        @Override
        public String subject() {
            return Subjects.event(module, event);
        }

        @Override
        @JsonValue
        public String toString() {
            return module + "." + event;
        }
    }

    record OfSeat(SeatId seat, EventName event) implements EventRef {
        @Override
        public String subject() {
            return Subjects.seatEvent(seat, event);
        }

        @Override
        @JsonValue
        public String toString() {
            return "seat:" + seat + "." + event;
        }
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_NAME} */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static EventRef parse(String text) {
        Ref ref = Ref.parse(text);
        return ref.ofSeat()
                ? new OfSeat(new SeatId(ref.owner()), new EventName(ref.name()))
                : new OfModule(new ModuleId(ref.owner()), new EventName(ref.name()));
    }
}
