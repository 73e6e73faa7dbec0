package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** A machine's name: a DNS label (spec 2.1). */
public record NodeId(@JsonValue String value) implements Comparable<NodeId> {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public NodeId {
        Name.requireLabel("node", value);
    }

    @Override
    public int compareTo(NodeId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
