package io.meshbus.sdk.account;

import io.meshbus.sdk.id.PrincipalId;
import java.util.Map;
import java.util.Set;

/**
 * The canonical text of {@code users.conf} (spec 2.5, 3.4).
 *
 * @param text the whole file, header included
 * @param sha256 of everything after the header
 * @param accounts whose variables ({@code MESH_USERS}, …) the text defines
 */
public record UserListText(String text, String sha256, Set<Account> accounts) {
    /** The variable that holds an account's users: the broker's configuration says {@code users: $MESH_USERS}. */
    public static String variable(Account account) {
        return account + "_USERS";
    }

    /**
     * @param revision of the desired state
     * @param credentials of every principal of the composition; others are not looked at
     * @throws io.meshbus.sdk.problem.ProblemException {@code COMPOSITION_REFUSED} naming each principal without one
     */
    public static UserListText render(
            long revision, Composition composition, Map<PrincipalId, ? extends Credential> credentials) {
        throw new UnsupportedOperationException("being written");
    }
}
