package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Set;

/** A runner of the tenant fabric (spec 6.5): a DNS label, but for the one whose commands a stream would capture (6.1). */
public record RunnerId(@JsonValue String value) implements Comparable<RunnerId> {
    private static final Set<String> RESERVED = Set.of("comms");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public RunnerId {
        Name.requireLabel("runner", value);
        Name.requireNone("runner", value, RESERVED);
    }

    @Override
    public int compareTo(RunnerId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
