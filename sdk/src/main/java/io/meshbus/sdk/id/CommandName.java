package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** A command of the controller's ask api (spec 2.1). */
public record CommandName(@JsonValue String value) implements Comparable<CommandName> {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public CommandName {
        Name.requireVerb("command", value);
    }

    @Override
    public int compareTo(CommandName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
