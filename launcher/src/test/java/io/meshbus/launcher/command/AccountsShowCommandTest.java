package io.meshbus.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccountsShowCommandTest {
    private final List<JsonObject> asked = new ArrayList<>();

    private static JsonObject page(long revision, String principal, String next) {
        JsonObject page = new JsonObject()
                .put("revision", revision)
                .put("principals", new JsonArray().add(new JsonObject().put("principal", principal)));
        return next.isEmpty() ? page : page.put("next", next);
    }

    private JsonObject all(JsonObject... answers) {
        return AccountsShowCommand.all(
                input -> {
                    asked.add(input);
                    return answers[Math.min(asked.size(), answers.length) - 1];
                },
                new JsonObject());
    }

    private static List<String> names(JsonObject answer) {
        return ClientCommand.objects(answer, "principals").stream()
                .map(one -> one.getString("principal"))
                .toList();
    }

    @Test
    void readsPageByPage() {
        JsonObject answer = all(page(3, "a", "a"), page(3, "b", "b"), page(3, "c", ""));
        assertThat(names(answer)).containsExactly("a", "b", "c");
        assertThat(answer.fieldNames()).doesNotContain("next");
        assertThat(asked).extracting(input -> input.getString("after")).containsExactly(null, "a", "b");
    }

    @Test
    void beginsAgainWhenTheListChangedMeanwhile() {
        JsonObject answer = all(page(3, "a", "a"), page(4, "b", "b"), page(4, "a2", "a2"), page(4, "b2", ""));
        assertThat(names(answer)).containsExactly("a2", "b2");
        assertThat(answer.getLong("revision")).isEqualTo(4);
    }
}
