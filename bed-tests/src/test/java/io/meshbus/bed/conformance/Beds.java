package io.meshbus.bed.conformance;

import io.meshbus.sdk.account.Composer;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.testing.LocalNats;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The mesh of the conformance beds on a real server: two modules with no right too many, and the probe beside them. */
final class Beds implements AutoCloseable {
    static final String TELLER = "teller.n1";
    static final String HEARER = "hearer.n2";
    static final String PROBE = "probe";

    static final DefinitionSource SOURCE = new DefinitionSource(
            Map.of(
                    "mesh.yaml", """
                    mesh: bed
                    nodes: { n1: {}, n2: {} }
                    assignments: { teller: [ n1 ], hearer: [ n2 ] }
                    """,
                    "seats/desk.yaml", """
                    seat: desk
                    accepts: { review: {}, look_2-x: {} }
                    emits: { reviewed: {}, sent-back_2: {} }
                    serves: { ask: { description: Answers, timeout: 2m } }
                    """,
                    "modules/teller/module.yaml", """
                    module: teller
                    version: 1.0.0
                    emits: { told: {}, told_2-x: {} }
                    uses: [ hearer.echo, hearer.echo_2-x, seat:desk.ask ]
                    seats: { submits: [ desk.review, desk.look_2-x ] }
                    secrets: [ word ]
                    run: { verticle: x.Teller, artefact: x.jar }
                    """,
                    "modules/hearer/module.yaml", """
                    module: hearer
                    version: 1.0.0
                    consumes: [ teller.told, teller.told_2-x, seat:desk.reviewed, seat:desk.sent-back_2 ]
                    serves:
                      echo: { description: Echoes, timeout: 2m }
                      echo_2-x: { description: Echoes, timeout: 2m }
                    seats: { holds: [ desk ] }
                    run: { verticle: x.Hearer, artefact: x.jar }
                    """),
            Map.of(
                    "modules/teller/x.jar", new Definition.ArtefactRef("0".repeat(64), 1),
                    "modules/hearer/x.jar", new Definition.ArtefactRef("0".repeat(64), 1)));

    private static final List<String> SERVICES =
            List.of("mesh.mod.*.event.>", "mesh.mod.*.dead", "mesh.seat.*.event.>", "mesh.seat.*.accept.>");

    private final Map<String, Secret> passwords = new HashMap<>();
    private final LocalNats server;
    private final Path directory;

    Beds(Path directory) {
        this.directory = directory;
        server = LocalNats.start(directory, users() + accounts());
    }

    LocalNats server() {
        return server;
    }

    Secret password(String user) {
        return passwords.get(user);
    }

    /** What a peer needs to connect as one principal. */
    JsonObject connect(String principal) {
        return new JsonObject()
                .put("by", principal)
                .put("url", server.url())
                .put("ca", directory.resolve("cert.pem").toString())
                .put("pin", server.pin())
                .put(
                        "password",
                        passwords.containsKey(principal) ? password(principal).revealText() : "");
    }

    @Override
    public void close() {
        server.close();
    }

    private String users() {
        Definition definition = DefinitionReader.read(SOURCE);
        Composition composition = Composer.compose(new DesiredMesh(
                List.of(new DesiredMesh.Living(definition, definition.nodes().keySet())),
                definition.nodes().keySet(),
                Set.of(),
                Map.of(),
                DesiredMesh.Answers.DERIVED));
        SecureRandom random = new SecureRandom();
        Map<PrincipalId, Credential> credentials = new HashMap<>();
        composition.ids().forEach(id -> {
            Secret password = Secret.mint(random);
            passwords.put(id.value(), password);
            credentials.put(id, new Credential.PasswordHash(PasswordHash.of(password, random)));
        });
        String users = UserListText.render(1, composition, credentials).text();
        for (String account : List.of("MESH", "STREAMS")) {
            Secret password = Secret.mint(random);
            passwords.put(PROBE + "." + account, password);
            users = users.replace(
                    account + "_USERS = [",
                    account
                            + "_USERS = [\n{ user: \"%s.%s\", password: \"%s\" }"
                                    .formatted(PROBE, account, password.revealText()));
        }
        passwords.put("sys", Secret.mint(random));
        return users;
    }

    private String accounts() {
        return """
                max_payload: 2MB
                accounts {
                  MESH { users: $MESH_USERS, imports: [
                    %s
                    {service: {account: STREAMS, subject: "$JS.API.CONSUMER.MSG.NEXT.*.*"}, to: "%s.CONSUMER.MSG.NEXT.*.*"}
                    {service: {account: STREAMS, subject: "$JS.ACK.>"}} ] }
                  STREAMS { jetstream: enabled, users: $STREAMS_USERS, exports: [
                    %s
                    {service: "$JS.API.CONSUMER.MSG.NEXT.*.*", accounts: [MESH], response_type: stream}
                    {service: "$JS.ACK.>", accounts: [MESH], response_type: stream} ] }
                  FABRIC { users: $FABRIC_USERS }
                  CHECK { users: $CHECK_USERS }
                  SYS { users: [ {user: sys, password: "%s"} ] }
                }
                system_account: SYS
                """.formatted(
                        each("{service: {account: STREAMS, subject: \"%s\"}}"),
                        Streams.API_PREFIX,
                        each("{service: \"%s\", accounts: [MESH]}"),
                        password("sys").revealText());
    }

    private static String each(String form) {
        return SERVICES.stream().map(form::formatted).collect(Collectors.joining("\n"));
    }
}
