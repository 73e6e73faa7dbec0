package io.meshbus.control.account.rules;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;

/** Who keeps a principal's secret, told by its name (spec 3.4): a node has those of its host and of its modules. */
public sealed interface Owner {
    record Controller() implements Owner {}

    record Node(NodeId node) implements Owner {}

    record Person(PersonId person) implements Owner {}

    /** A server or a runner of the tenant fabric, which has its key in the definition. */
    record Fabric(PrincipalId principal) implements Owner {}

    record Token(TokenId token) implements Owner {}

    /** @throws IllegalArgumentException for a name that no composition makes */
    static Owner of(PrincipalId principal) {
        String name = principal.value();
        int dot = name.indexOf('.');
        if (name.equals("controller") || name.startsWith("controller.")) {
            return new Controller();
        }
        if (name.startsWith("fabric.")) {
            return new Fabric(principal);
        }
        if (dot < 0 || name.indexOf('.', dot + 1) >= 0) {
            throw new IllegalArgumentException("nobody owns " + principal);
        }
        String last = name.substring(dot + 1);
        return switch (name.substring(0, dot)) {
            case "person" -> new Person(new PersonId(last));
            case "enrol" -> new Token(new TokenId(last));
            default -> new Node(new NodeId(last));
        };
    }
}
