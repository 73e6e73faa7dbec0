package io.meshbus.sdk.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.account.RawClient.Login;
import io.meshbus.sdk.account.Rights.Right;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Sources;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.subject.SubjectPattern;
import io.nats.client.NKey;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The composed list as the real server reads it: what the list says is what the server allows, and nothing else. */
class ComposedListIT {
    private static final Logger FIGURES = LoggerFactory.getLogger("figures");
    private static final List<String> ATTACKS = List.of(
            "$JS.API.STREAM.DELETE.CONTROL",
            "$JS.API.CONSUMER.CREATE.EVENTS.x.y",
            "streams.API.STREAM.INFO.EVENTS",
            "streams.API.CONSUMER.MSG.NEXT.CONTROL.controller",
            "streams.API.CONSUMER.MSG.NEXT.EVENTS.pricing",
            "$JS.ACK.CONTROL.controller.1.1.1.1.1",
            "$JS.ACK.CONTROL.controller.EVENTS.orders.1.1.1",
            "$JS.ACK._.XXXXXXXX.EVENTS.orders.1.1.1.1.1",
            "mesh.node.n1.declare",
            "mesh.control.push",
            "mesh.control.n3.report",
            "mesh.events.dead",
            "mesh.mod.orders.redrive.x",
            "mesh.mod.clock.event.other",
            "mesh.ask.hub.push.eve",
            "_INBOX.person.eve.x",
            "_INBOX.host.n3.x",
            "_INBOX.x",
            "$SYS.REQ.SERVER.PING",
            "$JS.API.STREAM.DELETE.COMPASS_COMMS",
            "$JS.API.STREAM.PURGE.COMPASS_COMMS",
            "$JS.API.CONSUMER.DELETE.COMPASS_COMMS.x",
            "$JS.API.STREAM.INFO.COMPASS_DEAD",
            "$JS.ACK._.XXXXXXXX.COMPASS_COMMS.x.1.1.1.1.1",
            "compass.runner.r2.cmd",
            "compass.runner.events",
            "compass.routing.binding.t1",
            "anything");

    @TempDir
    Path directory;

    private final SecureRandom random = new SecureRandom();
    private final Map<PrincipalId, Login> logins = new HashMap<>();

    private static Composition mesh(String answers) {
        return mesh(answers, "fabric: {}");
    }

    /** @param fabric a line of mesh.yaml */
    private static Composition mesh(String answers, String fabric) {
        return Composer.compose(Meshes.of(
                Sources.shop(
                        "mesh.yaml",
                        "answers: derived\nretention:\n  events: { maxAge: 2d, maxBytes: 256MiB }\nfabric: {}",
                        "answers: " + answers + "\n" + fabric),
                Map.of(
                        new PersonId("admin"),
                        Rights.ADMIN,
                        new PersonId("bob"),
                        new Rights(false, List.of("pricing.quote"), Set.of(Right.STATUS)))));
    }

    private String render(Composition composition, boolean nkeys) throws GeneralSecurityException, IOException {
        Map<PrincipalId, Credential> credentials = new HashMap<>();
        for (PrincipalId id : composition.ids()) {
            if (nkeys) {
                NKey key = NKey.createUser(random);
                logins.put(id, Login.nkey(new String(key.getSeed())));
                credentials.put(id, new Credential.NKey(new String(key.getPublicKey())));
            } else {
                Secret secret = Secret.mint(random);
                logins.put(id, Login.password(id.value(), secret.revealText()));
                credentials.put(id, new Credential.PasswordHash(PasswordHash.of(secret, random)));
            }
        }
        return UserListText.render(1, composition, credentials).text();
    }

    @ParameterizedTest(name = "answers: {0}, nkeys: {1}")
    @CsvSource({"derived, false", "derived, true", "allow_responses, false", "allow_responses, true"})
    void theServerAllowsExactlyWhatTheListSays(String answers, boolean nkeys) throws Exception {
        Composition composition = mesh(answers, FabricAccountIT.declared(random));
        Set<String> publishes = new TreeSet<>(ATTACKS);
        Set<String> subscribes = new TreeSet<>(ATTACKS);
        subscribes.addAll(List.of(
                ">",
                "*",
                "_INBOX.>",
                "_INBOX.*.n1.>",
                "mesh.>",
                "compass.>",
                "compass.runner.>",
                "mesh.ask.>",
                "mesh.mod.*.tool.*"));
        for (Principal principal : composition.principals()) {
            principal.publish().forEach(grant -> publishes.add(concrete(grant.subject())));
            principal.subscribe().forEach(grant -> {
                subscribes.add(grant.subject());
                subscribes.add(SubjectPattern.parse(grant.subject()).subject());
                subscribes.add(concrete(SubjectPattern.parse(grant.subject()).subject()));
                subscribes.add(SubjectPattern.parse(grant.subject()).subject() + " other");
            });
        }
        List<String> differences = new ArrayList<>();
        int cases = 0;
        try (ListedServer server = ListedServer.start(directory, render(composition, nkeys))) {
            for (Principal principal : composition.principals()) {
                try (RawClient client = server.connect(logins.get(principal.id()))) {
                    for (String subject : publishes) {
                        cases++;
                        compare(differences, principal, subject, principal.publish(), client.mayPublish(subject));
                    }
                    for (String subject : subscribes) {
                        cases++;
                        compare(differences, principal, subject, principal.subscribe(), client.maySubscribe(subject));
                    }
                }
            }
        }
        FIGURES.info("matrix answers={} nkeys={} cases={} differences={}", answers, nkeys, cases, differences.size());
        assertThat(differences).isEmpty();
        assertThat(cases).isGreaterThan(1000);
    }

    private static String concrete(String pattern) {
        return pattern.replace("*", "x").replace(">", "x.y");
    }

    private static void compare(
            List<String> differences, Principal principal, String subject, List<Grant> grants, boolean allowed) {
        SubjectPattern wanted = SubjectPattern.parse(subject);
        boolean composed = grants.stream()
                .anyMatch(grant -> SubjectPattern.parse(grant.subject()).covers(wanted));
        if (composed != allowed) {
            differences.add(principal.id() + " " + subject + ": composed " + composed + ", live " + allowed);
        }
    }

    @Test
    void nobodyCanConnectToAFabricThatIsNotDeclared() throws Exception {
        try (ListedServer server = ListedServer.start(directory, render(mesh("derived"), false))) {
            for (String password : List.of("", ".", "nobody", "fabric.nobody", "\0")) {
                assertThatThrownBy(() -> server.connect(Login.password("fabric.nobody", password)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("Authorization Violation");
            }
            assertThatThrownBy(() -> server.connect(Login.password("orders.n1", "wrong")))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void theServersOwnCheckTakesTheListAndNamesALineOfADamagedOne() throws Exception {
        Composition composition = mesh("derived");
        String users = render(composition, false);
        assertThat(ListedServer.check(directory, users)).startsWith("0 ");
        String damaged = users.replace("\"mesh.mod.clock.event.tick\"", "\"mesh..tick\"");
        assertThat(ListedServer.check(directory, damaged)).startsWith("1 ").contains("mesh..tick");
        String cut = users.substring(0, users.indexOf("FABRIC_USERS"));
        assertThat(ListedServer.check(directory, cut)).startsWith("1 ").contains("FABRIC_USERS");
    }
}
