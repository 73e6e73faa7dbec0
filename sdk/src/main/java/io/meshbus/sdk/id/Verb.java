package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** What a seat accepts (spec 2.1). */
public record Verb(@JsonValue String value) implements Comparable<Verb> {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Verb {
        Name.requireVerb("verb", value);
    }

    @Override
    public int compareTo(Verb other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
