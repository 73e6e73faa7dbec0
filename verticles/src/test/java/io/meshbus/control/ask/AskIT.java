package io.meshbus.control.ask;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.ControllerBed;
import io.meshbus.control.DefinitionText;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.secret.SealingKey;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command api and the catalogue as persons see them, against a real server (spec 3.9). */
class AskIT {
    private static final PersonId ANN = new PersonId("ann");

    @TempDir
    static Path directory;

    private static ControllerBed bed;
    private static Bus ann;

    @BeforeAll
    static void raise() throws Exception {
        bed = new ControllerBed(directory);
        bed.push(DefinitionText.shop("1.0.0"));
        SealingKey key = SealingKey.generate(ControllerBed.RANDOM);
        JsonObject issued = bed.ask(
                "person_issue",
                new JsonObject()
                        .put("name", "ann")
                        .put("publicKey", key.publicKey().value())
                        .put("tools", new JsonArray(List.of("shop.price", "seat:mesh-catalog.catalog_tools")))
                        .put("rights", new JsonArray(List.of("persons", "status"))));
        PersonCredentials credentials =
                PersonCredentials.decode(issued.getJsonObject("credentials").toBuffer());
        ann = bed.connect(credentials.principal(), credentials.password(key));
    }

    @AfterAll
    static void lower() throws Exception {
        bed.close();
    }

    private static List<String> names(JsonObject answer, String list) {
        return answer.getJsonArray(list).stream()
                .map(one -> ((JsonObject) one).getString("name"))
                .toList();
    }

    private static JsonObject tools(Bus as, JsonObject input) throws Exception {
        return new JsonObject(await(as.request(
                        Message.of("mesh.seat.mesh-catalog.tool.catalog_tools", input.toBuffer()),
                        Duration.ofSeconds(10)))
                .body());
    }

    @Test
    void saysWhatStands() throws Exception {
        org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> bed.ask("status", new JsonObject()).getBoolean("ready"));
        JsonObject status = bed.ask("status", new JsonObject());
        assertThat(status.getString("mesh")).isEqualTo("demo");
        assertThat(status.getJsonObject("broker").getString("version")).startsWith("2.");
        assertThat(status.getJsonObject("broker").getString("configDigest")).startsWith("sha256:");
        assertThat(names(status, "nodes")).containsExactly("n1", "n2");
        assertThat(names(status, "modules")).containsExactly("shop", "till");
        assertThat(names(status, "streams")).contains("CONTROL", "NODES", "EVENTS", "DEAD_IN", "DEAD", "ARTEFACTS");
        assertThat(status.getInteger("held")).isZero();
        assertThat(names(bed.ask("seats", new JsonObject()), "seats")).contains("mesh-catalog", "mesh-broker");
    }

    @Test
    void aPersonSeesTheToolsThatPersonMayCallAndNoOthers() throws Exception {
        assertThat(names(tools(ann, new JsonObject()), "tools"))
                .containsExactly(
                        "seat:mesh-catalog.catalog_events",
                        "seat:mesh-catalog.catalog_modules",
                        "seat:mesh-catalog.catalog_seats",
                        "seat:mesh-catalog.catalog_tools",
                        "shop.price");
        assertThat(catchThrowable(() -> await(ann.request(
                        Message.of("mesh.mod.shop.tool.stock", Buffer.buffer("{}")), Duration.ofSeconds(5)))))
                .hasMessageContaining("PERMISSION_VIOLATION");
        assertThat(catchThrowable(() -> await(ann.request(
                        Message.of("mesh.mod.shop.tool.price", Buffer.buffer("{}")), Duration.ofSeconds(5)))))
                .hasMessageContaining("NO_RESPONDER");
        JsonObject all = tools(bed.person, new JsonObject());
        assertThat(names(all, "tools")).contains("shop.price", "shop.stock", "seat:mesh-catalog.catalog_events");
        JsonObject page = tools(bed.person, new JsonObject().put("offset", 1).put("limit", 1));
        assertThat(names(page, "tools")).containsExactly(names(all, "tools").get(1));
        assertThat(page.getInteger("total")).isEqualTo(all.getInteger("total"));
    }

    @Test
    void aCommandWithoutTheRightIsRefusedByTheServer() {
        assertThat(catchThrowable(() -> bed.ask(ann, ANN, "token_issue", new JsonObject().put("node", "n1"))))
                .hasMessageContaining("PERMISSION_VIOLATION");
        assertThat(catchThrowable(() -> bed.ask(ann, ControllerBed.ADMIN, "status", new JsonObject())))
                .hasMessageContaining("PERMISSION_VIOLATION");
    }

    @Test
    void nobodyGivesMoreThanTheyHave() throws Exception {
        JsonObject wanted = new JsonObject()
                .put("name", "bob")
                .put(
                        "publicKey",
                        SealingKey.generate(ControllerBed.RANDOM).publicKey().value())
                .put("admin", true);
        assertThat(bed.ask(ann, ANN, "person_issue", wanted).getString("code")).isEqualTo("RIGHT_MISSING");
        assertThat(bed.ask(ann, ANN, "person_revoke", new JsonObject().put("name", "admin"))
                        .getString("code"))
                .isEqualTo("RIGHT_MISSING");
        assertThat(names(bed.ask("person_list", new JsonObject()), "persons")).containsExactly("admin", "ann");
    }

    @Test
    void badInputIsNamed() throws Exception {
        JsonObject refused =
                bed.ask("token_issue", new JsonObject().put("node", "n1").put("ttlSeconds", "soon"));
        assertThat(refused.getString("code")).isEqualTo("INVALID");
        JsonObject problem =
                refused.getJsonObject("details").getJsonArray("problems").getJsonObject(0);
        assertThat(problem.getString("where")).isEqualTo("/ttlSeconds");
        assertThat(bed.ask("token_issue", new JsonObject().put("node", "Not A Node"))
                        .getString("code"))
                .isEqualTo("BAD_NAME");
        assertThat(bed.ask("token_revoke", new JsonObject().put("id", "t-none")).getString("code"))
                .isEqualTo("UNKNOWN_NAME");
    }

    @Test
    void whatIsNoJsonIsRefusedWithACode() throws Exception {
        Message answer = await(bed.person.request(
                Message.of("mesh.ask.hub.status.admin", Buffer.buffer("not json")), Duration.ofSeconds(10)));
        assertThat(answer.headers().first("Mesh-Error")).isEqualTo("BAD_PAYLOAD");
    }

    @Test
    void everyFaultOfADefinitionIsToldAtOnce() throws Exception {
        Map<String, String> files = DefinitionText.shop("1.0.0");
        files.put("modules/till/module.yaml", "module: till\nversion: 1.0.0\nusess: []\nconsumes: [ shop.solt ]\n");
        JsonObject refused = bed.ask(
                "push",
                new JsonObject()
                        .put("preview", true)
                        .put(
                                "source",
                                new JsonObject()
                                        .put("files", new JsonObject(Map.copyOf(files)))
                                        .put("artefacts", new JsonObject())));
        assertThat(refused.getString("code")).isEqualTo("DEFINITION_INVALID");
        assertThat(refused.getJsonObject("details").getJsonArray("problems").size())
                .isGreaterThan(1);
    }

    @Test
    void aPreviewTellsTheDifferenceAndChangesNothing() throws Exception {
        Map<String, String> files = DefinitionText.shop("2.0.0");
        JsonObject preview = bed.ask(
                "push",
                new JsonObject()
                        .put("preview", true)
                        .put(
                                "source",
                                new JsonObject()
                                        .put("files", new JsonObject(Map.copyOf(files)))
                                        .put("artefacts", new JsonObject())));
        assertThat(preview.getJsonObject("difference")
                        .getJsonObject("modules")
                        .getJsonArray("changed")
                        .getJsonObject(0))
                .isEqualTo(new JsonObject()
                        .put("name", "shop")
                        .put("from", "1.0.0")
                        .put("to", "2.0.0"));
        assertThat(preview.getJsonObject("difference").getJsonObject("nodes").getJsonArray("changed"))
                .containsExactly("n1");
        assertThat(await(bed.mesh.store.newestPush()).orElseThrow().number()).isEqualTo(1);
    }

    @Test
    void aPreviewNamesTheDurablesThatGoAndWhatGoesWithThem() throws Exception {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> await(bed.admin.consumer("EVENTS", "till")).isPresent());
        for (int n = 0; n < 2; n++) {
            await(bed.streams.store(
                    Message.of("mesh.mod.till.redrive.r" + n, Buffer.buffer("x")), PublishOptions.PLAIN));
        }
        Map<String, String> files = DefinitionText.shop("1.0.0");
        files.computeIfPresent("modules/till/module.yaml", (f, text) -> text.replaceAll("consumes:.*\n", ""));
        JsonObject preview = bed.ask(
                "push",
                new JsonObject()
                        .put("preview", true)
                        .put(
                                "source",
                                new JsonObject()
                                        .put("files", new JsonObject(Map.copyOf(files)))
                                        .put("artefacts", new JsonObject())));
        assertThat(preview.getJsonObject("difference").getJsonArray("durables"))
                .containsExactly(new JsonObject().put("name", "till").put("backlog", 2));
    }

    @Test
    void aMissingArtefactIsNamedBeforeThePushIsTaken() throws Exception {
        Map<String, String> files = DefinitionText.shop("1.0.0");
        files.put(
                "modules/till/module.yaml",
                "module: till\nversion: 1.0.0\nrun: { verticle: x.Till, artefact: till.jar }\n");
        JsonObject refused = bed.ask(
                "push",
                new JsonObject()
                        .put("id", "0123456789")
                        .put("reply", "_INBOX.person.admin.x")
                        .put(
                                "source",
                                new JsonObject()
                                        .put("files", new JsonObject(Map.copyOf(files)))
                                        .put(
                                                "artefacts",
                                                new JsonObject()
                                                        .put(
                                                                "modules/till/till.jar",
                                                                new JsonObject()
                                                                        .put("sha256", "ab".repeat(32))
                                                                        .put("size", 5)))));
        assertThat(refused.getString("code")).as(refused.encode()).isEqualTo("ARTEFACT_MISSING");
    }

    @Test
    void theComposedListExplainsItself() throws Exception {
        JsonObject why = bed.ask(
                "accounts_explain",
                new JsonObject()
                        .put("principal", "person.ann")
                        .put("direction", "publish")
                        .put("subject", "mesh.mod.shop.tool.price"));
        assertThat(why.getBoolean("allowed")).isTrue();
        assertThat(bed.ask("accounts_show", new JsonObject().put("principal", "person.ann"))
                        .getJsonArray("principals"))
                .hasSize(1);
    }

    @Test
    void theLiveListIsProvedByTwins() throws Exception {
        JsonObject check = bed.ask("accounts_check", new JsonObject().put("principal", "person.ann"));
        assertThat(check.getJsonArray("checked")).containsExactly("person.ann");
        assertThat(check.getJsonArray("differences")).isEmpty();
        assertThat(check.getInteger("cases")).isGreaterThan(50);
        assertThat(catchThrowable(() -> bed.ask(ann, ANN, "accounts_check", new JsonObject())))
                .hasMessageContaining("PERMISSION_VIOLATION");
    }

    @Test
    void whatWasDoneIsInTheAuditWhichIsWhole() throws Exception {
        JsonObject list = bed.ask("audit_list", new JsonObject().put("limit", 500));
        assertThat(list.getJsonArray("entries").stream().map(one -> ((JsonObject) one).getString("what")))
                .contains("push", "person.issue");
        JsonObject check = bed.ask("audit_verify", new JsonObject());
        assertThat(check.getBoolean("whole")).isTrue();
        assertThat(check.getLong("entries")).isPositive();
        assertThat(catchThrowable(() -> bed.ask(ann, ANN, "audit_list", new JsonObject())))
                .hasMessageContaining("PERMISSION_VIOLATION");
    }

    @Test
    void aKeptPushCanBeReadAgain() throws Exception {
        JsonObject kept = bed.ask("push_source", new JsonObject().put("number", 1));
        assertThat(kept.getJsonObject("source").getJsonObject("files").fieldNames())
                .contains("mesh.yaml");
        assertThat(bed.ask("push_source", new JsonObject().put("number", 999)).getString("code"))
                .isEqualTo("UNKNOWN_NAME");
    }

    /** A hand in the file is seen until the next round has written it again. */
    @Test
    void theDifferenceIsEmptyOnceAllIsLive() {
        JsonObject nothing = new JsonObject()
                .put("added", new JsonArray())
                .put("removed", new JsonArray())
                .put("changed", new JsonArray());
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            JsonObject difference = bed.ask("accounts_diff", new JsonObject());
            assertThat(difference.getJsonObject("principals")).isEqualTo(nothing);
            assertThat(difference.getBoolean("fileAsComposed")).isTrue();
            assertThat(difference.getBoolean("serverAsComposed")).isTrue();
            assertThat(difference.getLong("revision")).isEqualTo(difference.getLong("liveRevision"));
        });
    }
}
