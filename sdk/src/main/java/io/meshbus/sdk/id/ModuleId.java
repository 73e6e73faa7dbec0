package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** A module's name: a DNS label, none of the reserved ones (spec 2.1). */
public record ModuleId(@JsonValue String value) implements Comparable<ModuleId> {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ModuleId {
        Name.requireModule(value);
    }

    @Override
    public int compareTo(ModuleId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
