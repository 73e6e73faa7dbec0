package io.meshbus.control.account.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.control.account.rules.Probes.Difference;
import io.meshbus.sdk.account.Account;
import io.meshbus.sdk.account.Grant;
import io.meshbus.sdk.account.Principal;
import io.meshbus.sdk.id.PrincipalId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProbesTest {
    private static final PrincipalId ORDERS = new PrincipalId("orders.n1");

    private static Principal may(List<String> publish, List<String> subscribe) {
        return new Principal(ORDERS, Account.MESH, grants(publish), grants(subscribe), null);
    }

    private static List<Grant> grants(List<String> subjects) {
        return subjects.stream().map(subject -> new Grant(subject, "", "")).toList();
    }

    @Test
    void publishesWhatIsComposedWithItsWildcardsFilledAndWhatIsBesideIt() {
        Probes probes = Probes.of(may(List.of("mesh.mod.orders.event.placed", "a.*.b.>"), List.of("_INBOX.x")));
        assertThat(probes.publish())
                .contains(
                        "mesh.mod.orders.event.placed",
                        "mesh.mod.zz.event.placed",
                        "mesh.mod.orders.event.zz",
                        "mesh.mod.orders.event",
                        "mesh.mod.orders.event.placed.zz",
                        "a.x.b.x.y",
                        "zz.x.b.x.y",
                        "a.x.zz.x.y")
                .noneMatch(subject -> subject.contains("*") || subject.contains(">") || subject.contains(" "));
    }

    @Test
    void subscribesInAndOutOfTheQueueAndWider() {
        Probes probes = Probes.of(may(List.of("a"), List.of("mesh.mod.orders.tool.buy buy", "_INBOX.orders.n1.>")));
        assertThat(probes.subscribe())
                .contains(
                        "mesh.mod.orders.tool.buy buy",
                        "mesh.mod.orders.tool.buy",
                        "mesh.mod.orders.tool.buy zz",
                        "mesh.mod.zz.tool.buy buy",
                        "mesh.mod.orders.tool.*",
                        "mesh.mod.orders.tool.>",
                        "_INBOX.orders.n1.>",
                        "_INBOX.orders.n1.x.y",
                        "_INBOX.orders.zz.x.y",
                        ">");
    }

    @Test
    void aWiderSubscriptionThatTheServerTakesForATokenIsNotTried() {
        Probes probes = Probes.of(may(List.of("a"), List.of("b.*", "c.d", "e.* q")));
        assertThat(probes.subscribe()).contains("b.*", "c.>", "b.x", "e.>").doesNotContain("b.>", "e.> q");
    }

    @Test
    void aServerThatDoesWhatIsComposedDoesNotDiffer() {
        Principal orders = may(List.of("a.b"), List.of("c.> q"));
        Probes probes = Probes.of(orders);
        Set<String> publish = new TreeSet<>(probes.publish());
        publish.remove("a.b");
        Set<String> subscribe = new TreeSet<>(probes.subscribe());
        subscribe.removeIf(pattern -> pattern.startsWith("c.") && pattern.endsWith(" q"));
        assertThat(probes.differences(orders, publish, subscribe)).isEmpty();
    }

    @Test
    void whatIsAllowedTooMuchAndWhatIsRefusedAreNamed() {
        Principal orders = may(List.of("a.b"), List.of("c"));
        Probes probes = Probes.of(orders);
        Set<String> publish = new TreeSet<>(probes.publish());
        publish.remove("a.zz");
        Set<String> subscribe = new TreeSet<>(probes.subscribe());
        assertThat(probes.differences(orders, publish, subscribe))
                .contains(
                        new Difference(ORDERS, "publish", "a.b", true, false),
                        new Difference(ORDERS, "publish", "a.zz", false, true),
                        new Difference(ORDERS, "subscribe", "c", true, false))
                .filteredOn(one -> one.direction().equals("publish"))
                .hasSize(2);
    }

    @Test
    void theyAreBoundedAndSayHowManyAreLeft() {
        List<String> many = Stream.concat(
                        Stream.of("a"), IntStream.range(0, 3_000).mapToObj(i -> "s" + i + ".t"))
                .toList();
        Probes probes = Probes.of(may(many, List.of("c")));
        assertThat(probes.publish()).hasSize(Probes.EACH_MAX);
        assertThat(probes.left()).isPositive();
        assertThat(Probes.of(may(List.of("a"), List.of("c"))).left()).isZero();
    }
}
