package io.meshbus.natsserver.lint.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One small configuration for each fault class: it shows exactly that one, at the line that is marked. */
class FaultClassesTest {
    private static final String HASH = "\"$2a$04$abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopq\"";

    /** Sound, with two accounts; a case replaces one of its lines. */
    private static final String SOUND = """
            listen: "10.0.0.1:4222"
            http: "127.0.0.1:8222"
            tls { cert_file: "c.pem", key_file: "k.pem" }
            jetstream { store_dir: ".", sync_interval: "100ms" }
            accounts {
              STREAMS {
                jetstream: enabled
                users: [ { user: "streams", password: HASH, permissions: { publish: ["mesh.a"], subscribe: ["_INBOX.streams.>"] } } ]
                exports: [ { service: "mesh.*.x", accounts: [MESH] } ]
              }
              MESH {
                users: [
                  { user: "a", password: HASH, permissions: {
                    publish: { allow: ["mesh.a.x"] }
                    subscribe: { allow: ["_INBOX.a.>"] }
                  } }
                  { user: "b", password: HASH, permissions: { publish: ["mesh.b.x"], subscribe: ["_INBOX.b.>"] } }
                ]
                imports: [ { service: { account: STREAMS, subject: "mesh.*.x" } } ]
              }
              SYS { users: [ { user: "sys", password: HASH } ] }
            }
            system_account: SYS
            """.replace("HASH", HASH);

    private static final Map<String, String> FILES = Map.of("users.conf", "U = 1\n");

    /** @param mended what replaces {@code line}; {@code «} marks the line of the finding */
    record Case(Kind kind, String line, String mended) {
        @Override
        public String toString() {
            return kind.text() + ": " + mended.strip().lines().findFirst().orElse("");
        }
    }

    private static final String A_PUBLISH = "        publish: { allow: [\"mesh.a.x\"] }\n";
    private static final String A_SUBSCRIBE = "        subscribe: { allow: [\"_INBOX.a.>\"] }\n";
    private static final String STREAMS_USER = "publish: [\"mesh.a\"]";
    private static final String FIRST = "listen: \"10.0.0.1:4222\"\n";

    static Stream<Case> cases() {
        return Stream.of(
                new Case(Kind.SYNTAX, FIRST, FIRST + "]«\n"),
                new Case(Kind.SYNTAX, FIRST, FIRST + "name: \"never closed«\n"),
                new Case(Kind.INCLUDE_ABSOLUTE, FIRST, FIRST + "include \"/users.conf\"«\n"),
                new Case(Kind.INCLUDE_MISSING, FIRST, FIRST + "include 'gone.conf'«\n"),
                new Case(Kind.UNKNOWN_VARIABLE, FIRST, FIRST + "server_name: $NOWHERE«\n"),
                new Case(
                        Kind.UNKNOWN_VARIABLE,
                        "      { user: \"b\", password: " + HASH,
                        "      { user: \"b\", password: $2b$04$abc«"),
                new Case(Kind.KEY_TWICE, FIRST, FIRST + "LISTEN = 10.0.0.2:4222«\n"),
                new Case(Kind.EMPTY_LIST, A_PUBLISH, "        publish: { allow: [] }«\n"),
                new Case(Kind.EMPTY_LIST, A_SUBSCRIBE, "        subscribe: []«\n"),
                new Case(Kind.EMPTY_LIST, A_SUBSCRIBE, "        subscribe {}«\n"),
                new Case(Kind.MISSING_LIST, A_PUBLISH, "        "),
                new Case(Kind.DENY_ONLY, A_PUBLISH, "        publish: { deny: \"mesh.b.x\" }«\n"),
                new Case(Kind.BARE_INBOX, A_SUBSCRIBE, "        subscribe: [ \"_INBOX.a.>\"\n _INBOX.>«\n ]\n"),
                new Case(Kind.BARE_INBOX, A_SUBSCRIBE, "        subscribe: \">\"«\n"),
                new Case(Kind.BARE_INBOX, A_SUBSCRIBE, "        subscribe: \"_INBOX.*.*.>\"«\n"),
                new Case(
                        Kind.NO_PERMISSIONS,
                        "permissions: { publish: [\"mesh.b.x\"], subscribe: [\"_INBOX.b.>\"] } }",
                        "}«"),
                new Case(Kind.ALLOW_RESPONSES, A_PUBLISH, A_PUBLISH + "allow_responses: { max: 1 }«\n"),
                new Case(Kind.STREAM_MANAGEMENT, A_PUBLISH, "publish: [\"streams.API.STREAM.DELETE.*\"]«\n"),
                new Case(Kind.CONSUMER_CREATION, A_PUBLISH, "publish: [\"streams.API.CONSUMER.CREATE.EVENTS.>\"]«\n"),
                new Case(
                        Kind.CONSUMER_CREATION,
                        A_PUBLISH,
                        "publish: \"streams.API.CONSUMER.DURABLE.CREATE.EVENTS.a\"«\n"),
                new Case(Kind.MISSING_ACK, A_PUBLISH, "publish: [\"streams.API.CONSUMER.MSG.NEXT.EVENTS.a\"]«\n"),
                new Case(Kind.WIDE_ACK, A_PUBLISH, "publish: [\"$JS.ACK.*.*.EVENTS.a.>\"]«\n"),
                new Case(Kind.WIDE_ACK, A_PUBLISH, "publish: [\"$JS.ACK.EVENTS.>\"]«\n"),
                new Case(Kind.WIDE_ACK, A_PUBLISH, "publish: '$JS.ACK.>'«\n"),
                new Case(Kind.REPLY_DEPUTY, STREAMS_USER, "publish: [\"$JS.ACK.EVENTS.a.>\"]«"),
                new Case(Kind.REPLY_DEPUTY, STREAMS_USER, "publish: [\"$JS.API.DIRECT.GET.KV.a\"]«"),
                new Case(Kind.API_EXPORT, "\"mesh.*.x\", accounts", "\"$JS.API.>\", accounts"),
                new Case(Kind.PUBLIC_EXPORT, ", accounts: [MESH]", ""),
                new Case(
                        Kind.LITERAL_IMPORT,
                        "account: STREAMS, subject: \"mesh.*.x\"",
                        "account: STREAMS, subject: \"mesh.a.x\""),
                new Case(
                        Kind.PLAINTEXT,
                        "      { user: \"b\", password: " + HASH,
                        "      { user: \"b\", password: s3cret«"),
                new Case(
                        Kind.BCRYPT_COST,
                        "      { user: \"b\", password: " + HASH,
                        "      { user: \"b\", password: \"" + "$2y$11$abc\"«"),
                new Case(Kind.NO_TLS, "tls { cert_file: \"c.pem\", key_file: \"k.pem\" }\n", ""),
                new Case(Kind.NO_TLS, FIRST, FIRST + "allow_non_tls: true«\n"),
                new Case(Kind.TLS_VERIFY, "key_file: \"k.pem\" }\n", "key_file: \"k.pem\"\n  verify: true«\n}\n"),
                new Case(Kind.NO_AUTH_USER, FIRST, FIRST + "no_auth_user: a«\n"),
                new Case(Kind.EMPTY_USERS, "  SYS {", "  EMPTY { users: [] }«\n  SYS {"),
                new Case(Kind.MONITORING_OPEN, "http: \"127.0.0.1:8222\"", "http: 8222«"),
                new Case(Kind.MONITORING_OPEN, "http: \"127.0.0.1:8222\"", "https: 0.0.0.0:8222«"),
                new Case(Kind.SYNC_INTERVAL, ", sync_interval: \"100ms\"", ""));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eachShowsExactlyItself(Case one) {
        assertThat(SOUND).contains(one.line());
        String text = SOUND.replace(one.line(), one.mended());
        List<Finding> findings = Lint.of(text.replace("«", ""), FILES).stream()
                .filter(f -> f.weight() != Finding.Weight.NOTE)
                .toList();
        Set<Kind> kinds = findings.stream().map(Finding::kind).collect(Collectors.toSet());
        assertThat(kinds).as(findings.toString()).contains(one.kind());
        assertThat(kinds).isSubsetOf(withItsConsequences(one.kind()));
        int marked = text.indexOf('«');
        if (marked >= 0) {
            int line = (int) text.substring(0, marked)
                            .chars()
                            .filter(c -> c == '\n')
                            .count()
                    + 1;
            assertThat(findings.stream().filter(f -> f.kind() == one.kind()))
                    .allSatisfy(f -> assertThat(f.where()).isEqualTo(new Place("nats.conf", line)));
        }
        assertThat(findings).allSatisfy(f -> {
            assertThat(f.what()).isNotBlank().doesNotEndWith(".");
            assertThat(f.why()).isNotBlank();
            assertThat(f.mend()).isNotBlank();
        });
    }

    /** An unreadable value takes what it would have said with it; the whole API is also exported to be created with. */
    private static Set<Kind> withItsConsequences(Kind kind) {
        return kind == Kind.CONSUMER_CREATION || kind == Kind.WIDE_ACK || kind == Kind.REPLY_DEPUTY
                ? EnumSet.of(kind, Kind.MISSING_ACK)
                : EnumSet.of(kind);
    }

    @Test
    void everyClassHasACase() {
        Set<Kind> shown = cases().map(Case::kind).collect(Collectors.toSet());
        shown.addAll(Set.of(Kind.NO_AUTHENTICATION, Kind.NO_GUARD_USER)); // below, as they need a file of their own
        assertThat(shown).containsExactlyInAnyOrderElementsOf(Arrays.asList(Kind.values()));
    }

    @Test
    void everyClassIsOnThePage() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "LINT.md"));
        assertThat(Arrays.stream(Kind.values()).map(kind -> "`" + kind.text() + "`"))
                .allSatisfy(kind -> assertThat(page).contains(kind));
    }

    @Test
    void theSoundOneSaysNothing() {
        assertThat(Lint.of(SOUND, FILES)).isEmpty();
    }

    @Test
    void withoutUsersWhoeverConnectsMayDoEverything() {
        assertThat(Lint.faults(Lint.of("listen: 127.0.0.1:4222\n"))).containsExactly("no-authentication nats.conf:1");
        assertThat(Lint.faults(Lint.of("listen: 127.0.0.1:4222\nauthorization { users: [] }\n")))
                .contains("no-authentication nats.conf:2", "empty-users nats.conf:2");
    }

    @Test
    void anIncludeThatHoldsEveryUserCanBeEmptied() {
        String users = "authorization { users: [ { user: a, password: " + HASH
                + ", permissions { publish: a, subscribe: \"_INBOX.a.>\" } } ] }";
        assertThat(Lint.faults(Lint.of("host: localhost\ninclude users.conf\n", Map.of("users.conf", users))))
                .containsExactly("no-guard-user users.conf:1");
        assertThat(Lint.of("host: localhost\n" + users)).isEmpty();
    }

    /** Reference 001, section 4: the reference's own layout, one account with JetStream. */
    @Test
    void theLayoutOfOneAccountIsSeenThrough() {
        String one = """
                host: localhost
                jetstream { sync_interval: always }
                authorization { users: [
                  { user: orders.n1, password: HASH, permissions: {
                    publish: [ mesh.events.orders.placed
                               "$JS.API.CONSUMER.MSG.NEXT.EVENTS.orders"
                               "$JS.ACK.EVENTS.orders.>" ]
                    subscribe: [ "_INBOX.orders.n1.>" ]
                  } }
                ] }
                """;
        List<Finding> findings = Lint.of(one.replace("HASH", HASH));
        assertThat(findings).extracting(f -> f.kind().text()).containsExactly("reply-deputy");
        assertThat(findings.get(0).what()).contains("orders.n1", "delete or purge every stream");
    }
}
