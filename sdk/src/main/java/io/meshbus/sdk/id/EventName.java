package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** An event's name within its module or seat (spec 2.1). */
public record EventName(@JsonValue String value) implements Comparable<EventName> {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public EventName {
        Name.requireVerb("event", value);
    }

    @Override
    public int compareTo(EventName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
