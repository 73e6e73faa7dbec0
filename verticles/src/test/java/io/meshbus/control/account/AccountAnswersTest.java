package io.meshbus.control.account;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.control.ControlAddress;
import io.meshbus.sdk.account.Account;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.Grant;
import io.meshbus.sdk.account.Principal;
import io.meshbus.sdk.id.PrincipalId;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccountAnswersTest {
    private static final int PRINCIPALS = 3_000;
    private static final int ANSWER_BYTES_MAX = 1 << 20;

    private final Vertx vertx = Vertx.vertx();

    @BeforeEach
    void live() {
        List<Principal> principals = IntStream.range(0, PRINCIPALS)
                .mapToObj(i -> principal(new PrincipalId("m" + i + ".n1")))
                .toList();
        AccountAnswers answers = new AccountAnswers();
        answers.register(vertx.eventBus(), () -> false);
        answers.live(7, new Composition(principals), Map.of(new PrincipalId("m5.n1"), "bad"), List.of());
    }

    @AfterEach
    void close() throws Exception {
        await(vertx.close());
    }

    private static Principal principal(PrincipalId id) {
        List<Grant> grants = IntStream.range(0, 20)
                .mapToObj(i -> new Grant("mesh.mod." + id + ".event.e" + i, "emits e" + i, "modules/m/module.yaml:3"))
                .toList();
        return new Principal(id, Account.MESH, grants, grants, null);
    }

    private JsonObject ask(JsonObject request) throws Exception {
        return (JsonObject) await(vertx.eventBus().request(ControlAddress.ACCOUNTS_SHOW, request))
                .body();
    }

    @Test
    void pagesAreSmallerThanAMessageAndTogetherEveryPrincipalOnce() throws Exception {
        List<String> all = new ArrayList<>();
        JsonObject page = ask(new JsonObject());
        int pages = 1;
        while (true) {
            assertThat(page.toBuffer().length()).isLessThan(ANSWER_BYTES_MAX);
            assertThat(page.getLong("revision")).isEqualTo(7);
            assertThat(page.getJsonArray("quarantined")).hasSize(1);
            page.getJsonArray("principals").forEach(one -> all.add(((JsonObject) one).getString("principal")));
            if (page.getString("next") == null) {
                break;
            }
            page = ask(new JsonObject().put("after", page.getString("next")));
            pages++;
        }
        assertThat(pages).isGreaterThan(10);
        assertThat(all).isSorted().doesNotHaveDuplicates().hasSize(PRINCIPALS - 1);
    }

    @Test
    void aPageMayBeginBehindAPrincipalThatIsNoMore() throws Exception {
        JsonObject page = ask(new JsonObject().put("after", "m998.gone"));
        assertThat(page.getJsonArray("principals").getJsonObject(0).getString("principal"))
                .isEqualTo("m998.n1");
    }

    @Test
    void oneIsShownAlone() throws Exception {
        JsonObject one = ask(new JsonObject().put("principal", "m7.n1"));
        assertThat(one.getJsonArray("principals")).hasSize(1);
        assertThat(one.fieldNames()).doesNotContain("next");
    }
}
