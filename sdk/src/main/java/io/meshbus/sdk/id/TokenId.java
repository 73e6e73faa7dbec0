package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The public id of an enrolment token: a DNS label (spec 2.1). */
public record TokenId(@JsonValue String value) implements Comparable<TokenId> {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public TokenId {
        Name.requireLabel("token", value);
    }

    @Override
    public int compareTo(TokenId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
