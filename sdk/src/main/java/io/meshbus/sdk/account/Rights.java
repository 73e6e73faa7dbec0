package io.meshbus.sdk.account;

import io.meshbus.sdk.id.CommandName;
import io.meshbus.sdk.manifest.Foundation;
import io.meshbus.sdk.manifest.ToolRef;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a person may do (spec 2.5). An administrator has every tool and every right.
 *
 * @param tools patterns {@code module.tool}, {@code module.*}, {@code *}, {@code seat:s.tool}, {@code seat:s.*}; sorted
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

    /** Whether a tool may be called; the catalogue always may, because it shows only what its caller may use. */
    public boolean mayUse(ToolRef tool) {
        if (admin || (tool instanceof ToolRef.OfSeat seat && seat.seat().equals(Foundation.CATALOG))) {
            return true;
        }
        String name = tool.toString();
        String all = name.substring(0, name.length() - tool.tool().value().length()) + "*";
        return tools.contains("*") || tools.contains(name) || tools.contains(all);
    }

    /** Each is a set of ask commands, or of subjects, beyond tools. */
    public enum Right {
        /** Look at status, nodes, modules, seats and their queues, streams. */
        STATUS,
        /** Push definitions, upload artefacts. */
        PUSH,
        /** Issue and revoke tokens, remove nodes, rotate credentials. */
        NODES,
        /** Issue and revoke persons. */
        PERSONS,
        /** Hear every module's events. */
        TAIL,
        /** Submit work to any seat, take back what still waits, learn what became of it. */
        SUBMIT,
        /** Dead letters: list, show, redrive, drop. */
        DEAD,
        /** The services protocol. */
        DISCOVER,
        /** The composed list: show, explain, diff, check. */
        ACCOUNTS,
        /** Who did what, and whether that record is whole. */
        AUDIT;

        /** The commands of the controller's ask api that this right opens; this is the one place that says so. */
        public List<CommandName> commands() {
            return switch (this) {
                case STATUS -> named("status", "nodes", "modules", "seats", "seat_queue", "streams");
                case PUSH -> named("push", "pushes", "push_source");
                case NODES -> named("token_issue", "token_list", "token_revoke", "node_remove", "accounts_rotate");
                case PERSONS -> named("person_issue", "person_list", "person_revoke");
                case DEAD -> named("dead_list", "dead_show", "dead_redrive", "dead_drop");
                case ACCOUNTS -> named("accounts_show", "accounts_explain", "accounts_diff", "accounts_check");
                case AUDIT -> named("audit_list", "audit_verify");
                case SUBMIT -> named("seat_cancel", "seat_outcome");
                case TAIL, DISCOVER -> List.of();
            };
        }

        /** The right that a command needs; empty for a command that nobody serves. */
        public static Optional<Right> needed(CommandName command) {
            return Stream.of(values())
                    .filter(right -> right.commands().contains(command))
                    .findFirst();
        }

        private static List<CommandName> named(String... commands) {
            return Stream.of(commands).map(CommandName::new).toList();
        }
    }
}
