package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** A tool's name within its module or seat (spec 2.1). */
public record ToolName(@JsonValue String value) implements Comparable<ToolName> {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ToolName {
        Name.requireVerb("tool", value);
    }

    @Override
    public int compareTo(ToolName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
