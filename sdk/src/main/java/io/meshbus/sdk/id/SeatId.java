package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** A role's name: a DNS label (spec 2.1). */
public record SeatId(@JsonValue String value) implements Comparable<SeatId> {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public SeatId {
        Name.requireLabel("seat", value);
    }

    @Override
    public int compareTo(SeatId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
