package io.meshbus.control.catalogue.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.account.Account;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.Grant;
import io.meshbus.sdk.account.Principal;
import io.meshbus.sdk.id.PrincipalId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallerTest {
    private final Composition composition = new Composition(List.of(
            principal("person.ann", "mesh.mod.pricing.tool.*"),
            principal("orders.n1", "mesh.mod.pricing.tool.quote"),
            principal("controller", "_INBOX.>")));

    private static Principal principal(String id, String... publish) {
        return new Principal(
                new PrincipalId(id),
                Account.MESH,
                Stream.of(publish).map(s -> new Grant(s, "", "")).toList(),
                List.of(new Grant("_INBOX." + id + ".>", "", "")),
                null);
    }

    private boolean mayCall(String reply, String subject) {
        return Caller.of(composition, reply).map(c -> c.mayCall(subject)).orElse(false);
    }

    @Test
    void isWhoeverOwnsTheReplysInbox() {
        assertThat(mayCall("_INBOX.person.ann.x.1", "mesh.mod.pricing.tool.anything"))
                .isTrue();
        assertThat(mayCall("_INBOX.orders.n1.x", "mesh.mod.pricing.tool.quote")).isTrue();
        assertThat(mayCall("_INBOX.orders.n1.x", "mesh.mod.pricing.tool.other")).isFalse();
        assertThat(mayCall("_INBOX.orders.n1.x", "mesh.mod.pricing.tool")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "_INBOX.",
                "_INBOX.person.ann",
                "_INBOX.person.bob.x",
                "_INBOX.orders.n2.x",
                "inbox.person.ann.x"
            })
    void nobodyElseSeesATool(String reply) {
        assertThat(Caller.of(composition, reply)).isEmpty();
    }
}
