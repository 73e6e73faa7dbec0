package io.meshbus.sdk.account;

import java.util.List;
import java.util.Set;

/**
 * What a person may do (spec 2.5). An administrator has every tool and every right.
 *
 * @param tools patterns {@code module.tool}, {@code module.*}, {@code *}, {@code seat:s.tool}; sorted
 * @param rights named rights of {@link Right}
 */
public record Rights(boolean admin, List<String> tools, Set<Right> rights) {
    public static final Rights ADMIN = new Rights(true, List.of("*"), Set.of(Right.values()));

    public Rights {
        tools = tools.stream().sorted().distinct().toList();
        rights = Set.copyOf(rights);
    }

    public boolean has(Right right) {
        return admin || rights.contains(right);
    }

    /** Each is a set of ask commands, or of subjects, beyond tools. */
    public enum Right {
        /** Look at status, nodes, modules, seats, streams. */
        STATUS,
        /** Push definitions, upload artefacts. */
        PUSH,
        /** Issue and revoke tokens, remove nodes. */
        NODES,
        /** Issue and revoke persons. */
        PERSONS,
        /** Hear every module's events. */
        TAIL,
        /** Submit work to any seat. */
        SUBMIT,
        /** Dead letters: list, show, redrive, drop. */
        DEAD,
        /** The services protocol. */
        DISCOVER,
        /** The composed list: show, explain, diff, check. */
        ACCOUNTS
    }
}
