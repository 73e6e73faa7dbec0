package io.meshbus.sdk.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.UserKey;
import io.meshbus.sdk.subject.Digest;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UserListTextTest {
    private static final String KEY = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";
    private static final String HASH = "$2a$04$" + "x".repeat(53);

    private final Composition nobody =
            Composer.compose(new DesiredMesh(List.of(), Set.of(), Set.of(), Map.of(), DesiredMesh.Answers.DERIVED));

    @Test
    void writesTheWholeFile() {
        Composition small = nobody.without(Set.of());
        Map<PrincipalId, Credential> credentials = new HashMap<>(Meshes.hashes(small));
        credentials.put(PrincipalId.STREAMS, new Credential.NKey(KEY));
        UserListText text = UserListText.render(42, small, credentials);
        String body = """
                MESH_USERS = [
                  # controller
                  { user: "controller", password: "HASH", permissions: {
                    publish: { allow: [
                      "_INBOX.>"
                      "mesh.node.*.declare"
                      "mesh.seat.mesh-catalog.event.changed"
                      "mesh.seat.mesh-controller.event.bus_observed"
                      "mesh.seat.mesh-controller.event.module_changed"
                      "mesh.seat.mesh-controller.event.node_changed"
                    ] }
                    subscribe: { allow: [
                      "_INBOX.controller.>"
                      "mesh.ask.> ask"
                      "mesh.control.*.alive"
                      "mesh.seat.mesh-catalog.tool.catalog_events catalog_events"
                      "mesh.seat.mesh-catalog.tool.catalog_modules catalog_modules"
                      "mesh.seat.mesh-catalog.tool.catalog_seats catalog_seats"
                      "mesh.seat.mesh-catalog.tool.catalog_tools catalog_tools"
                    ] }
                  } }
                ]
                STREAMS_USERS = [
                  # controller.streams
                  { nkey: "KEY", permissions: {
                    publish: { allow: [
                      "$JS.ACK.>"
                      "$JS.API.>"
                      "$KV.mesh_state.>"
                      "mesh.artefact.>"
                      "mesh.control.push"
                      "mesh.events.dead"
                      "mesh.mod.*.redrive.>"
                      "mesh.node.*.declare"
                      "mesh.seat.*.accept.>"
                    ] }
                    subscribe: { allow: [
                      "$JS.EVENT.ADVISORY.>"
                      "_INBOX.controller.streams.>"
                    ] }
                  } }
                ]
                FABRIC_USERS = [
                  # fabric.nobody
                  { user: "fabric.nobody", password: "NOBODY", permissions: {
                    publish: { allow: [
                      "_INBOX.fabric.nobody"
                    ] }
                    subscribe: { allow: [
                      "_INBOX.fabric.nobody"
                    ] }
                  } }
                ]
                CHECK_USERS = [
                  # check.nobody
                  { user: "check.nobody", password: "NOBODY", permissions: {
                    publish: { allow: [
                      "_INBOX.check.nobody"
                    ] }
                    subscribe: { allow: [
                      "_INBOX.check.nobody"
                    ] }
                  } }
                ]
                """.replace("NOBODY", "$2a$04$" + ".".repeat(53))
                .replace("HASH", HASH)
                .replace("KEY", KEY);
        assertThat(text.body()).isEqualTo(body);
        assertThat(text.text())
                .isEqualTo(
                        "# Users of the mesh, composed from what its manifests declare. Written by the controller; edits"
                                + " are lost.\n# revision 42\n# sha256 " + Digest.sha256(body) + "\n" + body);
    }

    @Test
    void anotherRevisionOfTheSameRightsHasTheSameBody() {
        UserListText one = UserListText.render(1, nobody, Meshes.hashes(nobody));
        UserListText two = UserListText.render(2, nobody, Meshes.hashes(nobody));
        assertThat(two.sha256()).isEqualTo(one.sha256());
        assertThat(two.text()).isNotEqualTo(one.text());
    }

    /** The whole list in the other mode: whoever had a name and a hash has a key, and every right is the same. */
    @Test
    void withKeysOnlyTheFirstLineOfEachUserIsAnother() {
        Composition shop = Composer.compose(Meshes.shop("admin", Rights.ADMIN));
        SealingKey owner = SealingKey.generate(new SecureRandom());
        Map<PrincipalId, Credential> keys = new HashMap<>();
        long number = 0;
        for (PrincipalId id : shop.ids()) {
            keys.put(id, new Credential.NKey(UserKey.of(owner, number++).publicKey()));
        }
        String expected = UserListText.render(1, shop, Meshes.hashes(shop)).body();
        for (PrincipalId id : shop.ids()) {
            expected = expected.replace(
                    "{ user: \"" + id + "\", password: \"" + HASH + "\",",
                    "{ nkey: \"" + ((Credential.NKey) keys.get(id)).key() + "\",");
        }
        assertThat(UserListText.render(1, shop, keys).body())
                .isEqualTo(expected)
                .doesNotContain(HASH);
    }

    @Test
    void twoCredentialsOfOnePrincipalHaveTheSameRights() {
        Credential old = new Credential.NKey(KEY);
        String body = UserListText.render(1, nobody, Meshes.hashes(nobody), Map.of(PrincipalId.STREAMS, List.of(old)))
                .body();
        String once = UserListText.render(1, nobody, Meshes.hashes(nobody)).body();
        int begin = once.indexOf("  # controller.streams\n");
        String entry = once.substring(begin, once.indexOf("]\nFABRIC_USERS"));
        String again =
                entry.replace("user: \"controller.streams\", password: \"" + HASH + "\"", "nkey: \"" + KEY + "\"");
        assertThat(body).isEqualTo(once.replace(entry, entry + again));
    }

    @Test
    void everyListOfEveryUserIsWrittenAndNotEmpty() {
        Composition shop = Composer.compose(Meshes.shop("admin", Rights.ADMIN));
        String text = UserListText.render(1, shop, Meshes.hashes(shop)).text();
        assertThat(text.lines().filter(line -> line.contains("permissions: {")).count())
                .isEqualTo(shop.principals().size() + 2)
                .isEqualTo(text.lines()
                        .filter(line -> line.contains("publish: { allow: ["))
                        .count())
                .isEqualTo(text.lines()
                        .filter(line -> line.contains("subscribe: { allow: ["))
                        .count());
        assertThat(text).doesNotContain("[]", "[\n    ]", "deny");
    }

    @Test
    void allowResponsesSaysHowOftenAndHowLong() {
        Composition shop = Composer.compose(Meshes.of(
                io.meshbus.sdk.manifest.Sources.shop("mesh.yaml", "answers: derived", "answers: allow_responses"),
                Map.of()));
        String text = UserListText.render(1, shop, Meshes.hashes(shop)).text();
        assertThat(text.lines().map(String::strip).filter(line -> line.startsWith("allow_responses")))
                .containsExactly(
                        "allow_responses: { max: 1, expires: \"7000ms\" }",
                        "allow_responses: { max: 1, expires: \"7000ms\" }",
                        "allow_responses: { max: 1, expires: \"5000ms\" }");
    }

    @Test
    void aPrincipalWithoutCredentialIsNamed() {
        assertThatThrownBy(() -> UserListText.render(1, nobody, Map.of()))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("[controller, controller.streams]")
                .hasMessageContaining("COMPOSITION_REFUSED");
    }

    @Test
    void aListWithoutTheControllerIsRefused() {
        assertThatThrownBy(() ->
                        UserListText.render(1, nobody.without(Set.of(PrincipalId.STREAMS)), Meshes.hashes(nobody)))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("the mesh would lose its controller");
    }

    @Test
    void aPasswordIsNotTakenForAHash() {
        assertThatThrownBy(() -> new Credential.PasswordHash("secret")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Credential.NKey("SUAMLK2ZNL35WSMW37E7UD4VZ7ELPKW7DHC3BWBSD2GCZ7IUQQXZIORRBU"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLineOfTheFileBelongsToItsPrincipal() {
        Composition shop = Composer.compose(Meshes.shop());
        UserListText text = UserListText.render(1, shop, Meshes.hashes(shop));
        List<String> lines = text.text().lines().toList();
        assertThat(text.principalAt(1)).isEmpty();
        assertThat(text.principalAt(4)).isEmpty();
        assertThat(text.principalAt(lines.indexOf("]") + 1)).isEmpty();
        assertThat(text.principalAt(lines.size())).isEmpty();
        int tick = lines.indexOf("      \"mesh.mod.clock.event.tick\"") + 1;
        assertThat(text.principalAt(tick)).contains(new PrincipalId("clock.hub"));
        int quote = lines.indexOf("      \"mesh.mod.pricing.tool.quote quote\"") + 1;
        assertThat(text.principalAt(quote)).contains(new PrincipalId("pricing.n2"));
    }

    @Test
    void aListOfAnOlderProgramGetsTheAccountCheckAndNothingElse() {
        UserListText text = UserListText.render(7, nobody, Meshes.hashes(nobody));
        String body = text.body().substring(0, text.body().indexOf("CHECK_USERS"));
        String older = text.text().replace(text.body(), body).replace(text.sha256(), Digest.sha256(body));
        assertThat(UserListText.bodyOf(older)).contains(body);
        assertThat(UserListText.withCheck(older)).contains(text.text());
        assertThat(UserListText.withCheck(text.text())).isEmpty();
        assertThat(UserListText.withCheck(older.replace("mesh.ask", "mesh.bsk")))
                .isEmpty();
    }

    @Test
    void aDamagedFileIsNoticed() {
        UserListText text = UserListText.render(7, nobody, Meshes.hashes(nobody));
        assertThat(UserListText.bodyOf(text.text())).contains(text.body());
        assertThat(UserListText.bodyOf(text.text().replace("mesh.ask", "mesh.bsk")))
                .isEmpty();
        assertThat(UserListText.bodyOf(text.text().substring(0, text.text().length() - 2)))
                .isEmpty();
        assertThat(UserListText.bodyOf("")).isEmpty();
        assertThat(UserListText.bodyOf(text.body())).isEmpty();
    }
}
