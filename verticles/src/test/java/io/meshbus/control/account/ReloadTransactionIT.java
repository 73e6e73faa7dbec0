package io.meshbus.control.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.control.genesis.Genesis;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.natsserver.NatsServerBinary;
import io.meshbus.sdk.account.Account;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.account.Grant;
import io.meshbus.sdk.account.Principal;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server's own check refuses; no composition makes such lists, so they are made here. */
class ReloadTransactionIT {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Set<PrincipalId> VITAL = Set.of(PrincipalId.CONTROLLER, PrincipalId.STREAMS);

    @TempDir
    Path temp;

    private MeshDirectory directory;
    private ReloadTransaction transaction;

    @BeforeEach
    void genesis() {
        directory = new MeshDirectory(temp.resolve("mesh"));
        new Genesis(directory, RANDOM, Clock.systemUTC()).run(Genesis.Request.local("demo"));
        transaction = new ReloadTransaction(NatsServerBinary.locate(null), directory);
    }

    private ReloadTransaction.Written write(Principal... principals) throws Exception {
        Composition composition = new Composition(List.of(principals));
        Map<PrincipalId, Credential> credentials = new HashMap<>();
        for (PrincipalId id : composition.ids()) {
            credentials.put(id, new Credential.PasswordHash(PasswordHash.of(Secret.mint(RANDOM), RANDOM)));
        }
        return transaction.write(bad -> UserListText.render(7, composition.without(bad), credentials), VITAL);
    }

    private static Principal principal(PrincipalId id, Account account, String subject) {
        return new Principal(
                id,
                account,
                List.of(new Grant("a.before", "", ""), new Grant(subject, "", ""), new Grant("z.behind", "", "")),
                List.of(new Grant(id.inboxPrefix() + ".>", "", "")),
                null);
    }

    private static Principal controller(String subject) {
        return principal(PrincipalId.CONTROLLER, Account.MESH, subject);
    }

    private static Principal streams() {
        return principal(PrincipalId.STREAMS, Account.STREAMS, "b");
    }

    @Test
    void badPrincipalsAreNamedAndLeftOutAndTheOthersStand() throws Exception {
        PrincipalId bad = new PrincipalId("bad.n1");
        PrincipalId worse = new PrincipalId("worse.n1");
        ReloadTransaction.Written written = write(
                controller("b"),
                streams(),
                principal(bad, Account.MESH, "m..x"),
                principal(worse, Account.MESH, "m.>.x"),
                principal(new PrincipalId("good.n1"), Account.MESH, "m.x"));
        assertThat(written.quarantined()).containsOnlyKeys(bad, worse);
        assertThat(written.quarantined().get(bad)).contains("m..x");
        assertThat(written.replaced()).isTrue();
        assertThat(Files.readString(directory.users()))
                .contains("\"good.n1\"")
                .doesNotContain("\"bad.n1\"", "\"worse.n1\"");
    }

    @Test
    void aBadControllerRefusesTheWholeListAndThePreviousStays() throws Exception {
        String before = Files.readString(directory.users());
        assertThatThrownBy(() -> write(controller("m..x"), streams()))
                .isInstanceOfSatisfying(ProblemException.class, problem -> {
                    assertThat(problem.code()).isEqualTo(ProblemCode.COMPOSITION_REFUSED);
                    assertThat(problem.problem().why()).contains("m..x");
                });
        assertThat(Files.readString(directory.users())).isEqualTo(before);
    }

    @Test
    void aBrokenServerConfigurationBlamesNobody() throws Exception {
        String before = Files.readString(directory.users());
        Files.writeString(directory.natsConf(), Files.readString(directory.natsConf()) + "\nnonsense: [");
        assertThatThrownBy(() -> write(controller("b"), streams()))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.code()).isEqualTo(ProblemCode.COMPOSITION_REFUSED));
        assertThat(Files.readString(directory.users())).isEqualTo(before);
    }
}
