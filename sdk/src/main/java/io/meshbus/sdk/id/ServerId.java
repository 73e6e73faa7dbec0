package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Set;

/** A server of the tenant fabric (spec 6.5): a DNS label, and none of the words that name other users of its account. */
public record ServerId(@JsonValue String value) implements Comparable<ServerId> {
    private static final Set<String> RESERVED = Set.of("nobody", "operator", "runner");

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ServerId {
        Name.requireLabel("server", value);
        Name.requireNone("server", value, RESERVED);
    }

    @Override
    public int compareTo(ServerId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
