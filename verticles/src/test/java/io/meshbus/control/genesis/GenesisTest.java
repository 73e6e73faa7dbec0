package io.meshbus.control.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.directory.ControllerSecrets;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.directory.PersonFiles;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.secret.UserKey;
import io.meshbus.sdk.subject.Digest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenesisTest {
    private static final PersonId ADMIN = new PersonId("admin");

    @TempDir
    Path temp;

    private MeshDirectory directory;

    @BeforeEach
    void name() {
        directory = new MeshDirectory(temp.resolve("mesh"));
    }

    private Genesis.Made run(Genesis.Request request) {
        return new Genesis(directory, new SecureRandom(), Clock.systemUTC()).run(request);
    }

    private Genesis.Made run() {
        return run(Genesis.Request.local("demo"));
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory.root())) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                all.put(directory.root().relativize(path).toString(), Files.readString(path));
            }
        }
        return all;
    }

    @Test
    void aSecondRunChangesNoByte() throws Exception {
        Genesis.Made first = run();
        Map<String, String> before = files();
        Genesis.Made second = run();
        assertThat(first.steps()).isNotEmpty();
        assertThat(second.steps()).isEmpty();
        assertThat(second.identity()).isEqualTo(first.identity());
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void everythingIsItsOwnersAlone() throws Exception {
        run();
        try (Stream<Path> paths = Files.walk(directory.root())) {
            assertThat(paths.toList())
                    .hasSizeGreaterThan(12)
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
    }

    /** A crash after any step: what later steps had made is not there yet. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "broker/users.conf",
                "broker/users.conf broker/nats.conf",
                "broker/users.conf broker/nats.conf persons/admin.json",
                "broker/users.conf broker/nats.conf persons/admin.json keys/bootstrap.json",
                "broker/users.conf broker/nats.conf persons/admin.json keys/bootstrap.json persons/admin.key",
                "broker/users.conf broker/nats.conf persons/admin.json keys/bootstrap.json persons/admin.key"
                        + " keys/controller.json",
                "broker/users.conf broker/nats.conf persons/admin.json keys/bootstrap.json persons/admin.key"
                        + " keys/controller.json mesh.json",
                "broker/users.conf broker/nats.conf persons/admin.json keys/bootstrap.json persons/admin.key"
                        + " keys/controller.json mesh.json broker/server-cert.pem",
                "broker/users.conf broker/nats.conf persons/admin.json keys/bootstrap.json persons/admin.key"
                        + " keys/controller.json mesh.json broker/server-cert.pem broker/server-key.pem keys/mesh.key"
            })
    void theNextRunMendsACrash(String notYetThere) throws Exception {
        run();
        Map<String, String> whole = files();
        for (String file : notYetThere.split(" ")) {
            Files.delete(directory.root().resolve(file));
        }
        run();
        assertThat(files().keySet()).isEqualTo(whole.keySet());
        assertSound();
    }

    private void assertSound() throws IOException {
        MeshIdentity identity = MeshIdentity.read(directory);
        assertThat(identity.meshKey())
                .isEqualTo(SigningKey.of(Secret.of(Files.readString(directory.meshKey())))
                        .publicKey()
                        .value());
        assertThat(identity.pins()).containsExactly(TlsPair.pin(directory));
        String list = Files.readString(directory.users());
        assertThat(UserListText.bodyOf(list)).isPresent();
        ControllerSecrets secrets = ControllerSecrets.read(directory);
        assertThat(list)
                .contains(
                        hash(secrets.credential(PrincipalId.CONTROLLER)),
                        hash(secrets.credential(PrincipalId.STREAMS)));
        assertThat(Files.readString(directory.natsConf())).contains(secrets.sysShown(), ":" + identity.natsPort());
        PersonCredentials admin = PersonFiles.credentials(directory.person(ADMIN));
        Secret password = admin.password(PersonFiles.key(directory.personKey(ADMIN)));
        Bootstrap first = Bootstrap.read(directory).orElseThrow();
        assertThat(PasswordHash.matches(password, first.hash())).isTrue();
        assertThat(list).contains(first.hash());
        assertThat(admin.pins()).isEqualTo(identity.pins());
        assertThat(admin.urls()).containsExactly(identity.url());
    }

    private static String hash(Credential credential) {
        return ((Credential.PasswordHash) credential).bcrypt();
    }

    @Test
    void aMeshMadeWithKeysHoldsNoPasswordAtAll() throws Exception {
        run(new Genesis.Request("demo", "127.0.0.1", 0, 0, 0, AuthMode.NKEY));
        ControllerSecrets secrets = ControllerSecrets.read(directory);
        assertThat(secrets.mode()).isEqualTo(AuthMode.NKEY);
        assertThat(secrets.auth(PrincipalId.CONTROLLER).password()).isNull();
        PersonCredentials admin = PersonFiles.credentials(directory.person(ADMIN));
        SealingKey key = PersonFiles.key(directory.personKey(ADMIN));
        assertThat(admin.sealed())
                .isEqualTo(HandedCredential.nkey(0, UserKey.of(key, 0).publicKey()));
        assertThat(Files.readString(directory.users()))
                .contains("nkey: \"" + UserKey.of(key, 0).publicKey());
        assertThat(Files.readString(directory.natsConf())).contains("users: [ {nkey: \"U");
        files().forEach((file, text) -> {
            if (!file.equals("keys/controller.json")) {
                assertThat(text).as(file).doesNotContainPattern("SU[A-Z2-7]{56}");
            }
        });
        // Asked again without a word about it, it stays what it is.
        assertThat(run().steps()).isEmpty();
    }

    @Test
    void noFileButTheKeysHoldsAPassword() throws Exception {
        run();
        ControllerSecrets secrets = ControllerSecrets.read(directory);
        Secret admin =
                PersonFiles.credentials(directory.person(ADMIN)).password(PersonFiles.key(directory.personKey(ADMIN)));
        files().forEach((file, text) -> {
            assertThat(text).as(file).doesNotContain(admin.revealText());
            if (!file.equals("keys/controller.json")) {
                assertThat(text)
                        .as(file)
                        .doesNotContain(
                                secrets.password(PrincipalId.CONTROLLER).revealText(),
                                secrets.password(PrincipalId.STREAMS).revealText());
            }
        });
    }

    @Test
    void aFirstPersonWhoWasRemovedDoesNotComeBack() throws Exception {
        run();
        Bootstrap.delete(directory);
        Files.delete(directory.person(ADMIN));
        assertThat(run().steps()).isEmpty();
        assertThat(directory.person(ADMIN)).doesNotExist();
    }

    @Test
    void aMeshOfAProgramWithoutTheAccountCheckGetsIt() throws Exception {
        run();
        Map<String, String> whole = files();
        String users = whole.get("broker/users.conf");
        String body = UserListText.bodyOf(users).orElseThrow();
        String older = body.substring(0, body.indexOf("CHECK_USERS"));
        Files.writeString(
                directory.users(), users.replace(body, older).replace(Digest.sha256(body), Digest.sha256(older)));
        Files.writeString(
                directory.natsConf(), Files.readString(directory.natsConf()).replace("$CHECK_USERS", "$OLDER"));
        assertThat(run().steps()).containsExactly("broker configuration", "user list with the account CHECK");
        assertThat(files()).isEqualTo(whole);
    }

    @Test
    void anotherMeshIsRefused() throws Exception {
        run();
        Map<String, String> before = files();
        assertProblem(Genesis.Request.local("other"), ProblemCode.DEFINITION_OTHER_MESH);
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void aDirectoryOfSomethingElseIsRefusedAndLeftAlone() throws Exception {
        Files.createDirectories(directory.root());
        Files.writeString(directory.root().resolve("thesis.tex"), "x");
        assertProblem(Genesis.Request.local("demo"), ProblemCode.DIRECTORY_NOT_A_MESH);
        assertThat(files()).containsOnlyKeys("thesis.tex");
    }

    @Test
    void aDamagedIdentityIsRefused() throws Exception {
        run();
        Files.writeString(directory.identity(), "{\"v\":1");
        assertProblem(Genesis.Request.local("demo"), ProblemCode.DIRECTORY_NOT_A_MESH);
    }

    @Test
    void aTakenPortIsRefusedBeforeTheMeshHasAnIdentity() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertProblem(new Genesis.Request("demo", "127.0.0.1", taken.getLocalPort(), 0, 0), ProblemCode.PORT_TAKEN);
        }
        assertThat(directory.identity()).doesNotExist();
        run();
        assertSound();
    }

    @Test
    void keptPortsStayAndPortsAskedForByNumberReplaceThem() {
        MeshIdentity first = run().identity();
        int other = first.natsPort() == 45_001 ? 45_002 : 45_001;
        MeshIdentity moved =
                run(new Genesis.Request("demo", "127.0.0.1", other, 0, 0)).identity();
        assertThat(moved).isEqualTo(first.at(first.host(), other, first.monitorPort(), first.httpPort()));
        assertThat(run().identity()).isEqualTo(moved);
        assertThat(directory.natsConf()).content().contains("listen: \"127.0.0.1:" + other + "\"");
    }

    private void assertProblem(Genesis.Request request, ProblemCode code) {
        assertThatThrownBy(() -> run(request)).isInstanceOfSatisfying(ProblemException.class, problem -> {
            assertThat(problem.code()).isEqualTo(code);
            assertThat(problem.problems()).hasSize(1);
            assertThat(problem.problem().line()).doesNotContain("\n");
        });
    }
}
