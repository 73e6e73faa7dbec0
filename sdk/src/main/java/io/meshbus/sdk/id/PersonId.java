package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** A person's account name: a DNS label (spec 2.1). */
public record PersonId(@JsonValue String value) implements Comparable<PersonId> {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public PersonId {
        Name.requireLabel("person", value);
    }

    @Override
    public int compareTo(PersonId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
