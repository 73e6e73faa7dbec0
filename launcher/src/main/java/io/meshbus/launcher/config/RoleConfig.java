package io.meshbus.launcher.config;

import io.meshbus.control.store.PostgresAddress;
import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.id.NodeId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What one process of a mesh runs and how; valid by construction of its reader.
 *
 * @param name what tells this process from others on its directory; empty = by its roles
 * @param roles as named, in order
 * @param parts the verticles they stand for
 * @param dir the mesh's directory
 * @param store empty = the embedded database below {@code dir}
 * @param server the nats-server binary; empty = look on PATH
 * @param shutdown the whole drain ends within this
 */
public record RoleConfig(
        Optional<String> name,
        List<String> roles,
        Set<Role.Part> parts,
        Path dir,
        Http http,
        String logLevel,
        Optional<Path> server,
        Controller controller,
        Optional<Store> store,
        Host host,
        Duration shutdown) {
    /** @param port 0 = pick one */
    public record Http(String host, int port) {}

    /**
     * @param sweep each reconciler looks again at least this often
     * @param lease another controller may lead when the leader was not heard for so long
     */
    public record Controller(Answers answers, Duration sweep, Duration lease) {}

    /**
     * @param token an enrolment token, needed once
     * @param tokenFile a file that holds it
     */
    public record Host(Optional<NodeId> node, Optional<Token> token, Optional<Path> tokenFile) {}

    /**
     * A database server.
     *
     * @param passwordFile a file that holds the password; empty = the server asks for none
     */
    public record Store(PostgresAddress address, Optional<Path> passwordFile) {}

    /** A token's text, which does not print. */
    public record Token(io.meshbus.sdk.secret.Secret text) {}

    /** The lock and pid file's name of this process; by its roles {@code broker}, {@code controller}, {@code host-n1}, joined. */
    public String processName() {
        return name.orElseGet(this::byRoles);
    }

    private String byRoles() {
        return String.join(
                "+",
                roles.stream()
                        .map(role -> role.equals("host") && host.node().isPresent()
                                ? "host-" + host.node().get()
                                : role)
                        .toList());
    }
}
