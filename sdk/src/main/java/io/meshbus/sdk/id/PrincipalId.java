package io.meshbus.sdk.id;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Who connects: the user name on the bus, and by it the only inbox that user may hear (spec 2.5, 3.4).
 *
 * @param value user name as in the composed list
 */
public record PrincipalId(@JsonValue String value) implements Comparable<PrincipalId> {
    /** One to three tokens, each a DNS label. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public PrincipalId {
        String[] tokens = value.split("\\.", -1);
        if (tokens.length > 3) {
            throw new IllegalArgumentException("a principal has at most three tokens: " + tokens.length);
        }
        for (String token : tokens) {
            Name.requireLabel("principal", token);
        }
    }

    public static final PrincipalId CONTROLLER = new PrincipalId("controller");
    public static final PrincipalId STREAMS = new PrincipalId("controller.streams");

    public static PrincipalId host(NodeId node) {
        return new PrincipalId("host." + node);
    }

    public static PrincipalId module(ModuleId module, NodeId node) {
        return new PrincipalId(module + "." + node);
    }

    public static PrincipalId person(PersonId person) {
        return new PrincipalId("person." + person);
    }

    public static PrincipalId enrolment(TokenId token) {
        return new PrincipalId("enrol." + token);
    }

    public static PrincipalId fabricServer(ServerId server) {
        return new PrincipalId("fabric." + server);
    }

    public static PrincipalId fabricRunner(RunnerId runner) {
        return new PrincipalId("fabric.runner." + runner);
    }

    /** {@code _INBOX.<user>}: the prefix under which this principal, and nobody else, may subscribe. */
    public String inboxPrefix() {
        return "_INBOX." + value;
    }

    @Override
    public int compareTo(PrincipalId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
