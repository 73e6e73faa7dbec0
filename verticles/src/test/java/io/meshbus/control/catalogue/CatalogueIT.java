package io.meshbus.control.catalogue;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.control.ControllerBed;
import io.meshbus.control.ModuleOutside;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.client.PersonClient;
import io.meshbus.sdk.client.Submitted;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.SealingKey;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the catalogue shows is what its reader can call, no more and no less: proved by calling everything (spec 3.9). */
class CatalogueIT {
    private static final int MANY = 620;
    private static final int AT_ONCE = 50;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    static Path directory;

    private static ControllerBed bed;
    private static PersonClient admin;
    private static Mesh user;

    private static Map<String, String> definition() {
        Map<String, String> files = new TreeMap<>();
        StringBuilder serves = new StringBuilder();
        for (int n = 0; n < MANY; n++) {
            serves.append("  t")
                    .append(n)
                    .append(": { description: ")
                    .append("tool ".repeat(60))
                    .append(" }\n");
        }
        files.put("mesh.yaml", """
                mesh: demo
                nodes: { n1: {} }
                assignments: { many: [ n1 ], few: [ n1 ], user: [ n1 ] }
                """);
        files.put("seats/desk.yaml", """
                seat: desk
                description: answers
                accepts: { look: { description: looks, schema: desk-look.json } }
                serves: { ask: { description: asks } }
                """);
        files.put("seats/desk-look.json", """
                { "type": "object", "properties": { "at": { "type": "string" } }, "required": [ "at" ] }
                """);
        files.put("modules/many/module.yaml", """
                module: many
                version: 1.0.0
                run: { container: { image: x } }
                serves:
                """ + serves);
        files.put("modules/few/module.yaml", """
                module: few
                version: 1.0.0
                serves: { one: { description: one }, two: { description: two } }
                seats: { holds: [ desk ] }
                run: { container: { image: x } }
                """);
        files.put("modules/user/module.yaml", """
                module: user
                version: 1.0.0
                uses: [ few.two, seat:mesh-catalog.catalog_tools ]
                run: { container: { image: x } }
                """);
        return files;
    }

    @BeforeAll
    static void raise() throws Exception {
        bed = new ControllerBed(directory);
        ModuleOutside modules = new ModuleOutside(bed, definition(), "n1");
        admin = new PersonClient(bed.person, ControllerBed.ADMIN);
        modules.module("many", "n1", mesh -> {
            List<Future<?>> all = new ArrayList<>();
            for (int n = 0; n < MANY; n++) {
                all.add(serve(mesh, "t" + n));
            }
            return Future.all(all);
        });
        modules.module(
                "few", "n1", mesh -> Future.all(serve(mesh, "one"), serve(mesh, "two"), serve(mesh, "seat:desk.ask")));
        user = modules.module("user", "n1", mesh -> Future.succeededFuture());
    }

    private static Future<?> serve(Mesh mesh, String tool) {
        return mesh.handle(tool, JsonObject.class, call -> Future.succeededFuture(new JsonObject()));
    }

    @AfterAll
    static void lower() throws Exception {
        bed.close();
    }

    private static PersonClient person(String name, String... tools) throws Exception {
        return person(name, List.of(), tools);
    }

    private static PersonClient person(String name, List<String> rights, String... tools) throws Exception {
        SealingKey key = SealingKey.generate(ControllerBed.RANDOM);
        JsonObject issued = bed.ask(
                "person_issue",
                new JsonObject()
                        .put("name", name)
                        .put("publicKey", key.publicKey().value())
                        .put("rights", new JsonArray(rights))
                        .put("tools", new JsonArray(List.of(tools))));
        PersonCredentials credentials =
                PersonCredentials.decode(issued.getJsonObject("credentials").toBuffer());
        Bus bus = bed.connect(credentials.principal(), credentials.password(key));
        return new PersonClient(bus, new PersonId(name));
    }

    private static Set<String> shown(PersonClient person) throws Exception {
        Set<String> names = new TreeSet<>();
        for (Object tool : await(person.tools())) {
            assertThat(names.add(((JsonObject) tool).getString("name"))).isTrue();
        }
        return names;
    }

    /** Whether the call arrived somewhere; anything but an answer and a refusal fails the test. */
    private static Future<Boolean> called(PersonClient person, String tool) {
        return person.call(ToolRef.parse(tool), Buffer.buffer("{}"), TIMEOUT)
                .map(answer -> true)
                .recover(failure -> failure instanceof ProblemException refused && refused.code() == ProblemCode.REFUSED
                        ? Future.succeededFuture(false)
                        : Future.failedFuture(failure));
    }

    private static Set<String> callable(PersonClient person, Set<String> everything) throws Exception {
        List<String> all = List.copyOf(everything);
        Set<String> callable = new TreeSet<>();
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            List<String> some = all.subList(from, Math.min(all.size(), from + AT_ONCE));
            List<Future<Boolean>> calls =
                    some.stream().map(tool -> called(person, tool)).toList();
            await(Future.all(calls));
            for (int i = 0; i < some.size(); i++) {
                if (calls.get(i).result()) {
                    callable.add(some.get(i));
                }
            }
        }
        return callable;
    }

    @Test
    void whatIsShownIsWhatCanBeCalled() throws Exception {
        Set<String> everything = shown(admin);
        assertThat(everything).hasSize(MANY + 2 + 1 + 4);
        assertThat(callable(admin, everything)).isEqualTo(everything);

        PersonClient ann = person("ann", "few.one", "many.t7", "seat:desk.*");
        assertThat(shown(ann)).contains("few.one", "many.t7", "seat:desk.ask").hasSize(3 + 4);
        assertThat(callable(ann, everything)).isEqualTo(shown(ann));

        PersonClient bea = person("bea", "many.*");
        assertThat(shown(bea)).hasSize(MANY + 4);
        assertThat(callable(bea, everything)).isEqualTo(shown(bea));
    }

    @Test
    void aModuleIsShownWhatItUses() throws Exception {
        JsonObject shown = await(user.request("seat:mesh-catalog.catalog_tools", new JsonObject(), JsonObject.class));
        assertThat(shown.getJsonArray("tools").stream().map(tool -> ((JsonObject) tool).getString("name")))
                .containsExactly("few.two", "seat:mesh-catalog.catalog_tools");
    }

    /** Only who may give work is shown what is taken, and what does not fit is refused before it is given. */
    @Test
    void workThatDoesNotFitIsRefusedAtOnceWithThePlace() throws Exception {
        PersonClient giver = person("gil", List.of("submit"));
        assertThat(await(giver.seats()).stream().map(seat -> ((JsonObject) seat).getString("name")))
                .contains("desk", "mesh-builder");
        assertThat(await(person("hal").seats())).isEmpty();
        SeatVerb look = SeatVerb.parse("desk.look");
        assertThat(refusal(giver.submit(look, Buffer.buffer("{\"at\":7}"))))
                .satisfies(problem -> assertThat(problem.code()).isEqualTo(ProblemCode.INVALID))
                .satisfies(problem -> assertThat(problem.where()).isEqualTo("/at"));
        assertThat(refusal(giver.submit(look, Buffer.buffer("no JSON"))).code()).isEqualTo(ProblemCode.INVALID);
        assertThat(refusal(giver.submit(SeatVerb.parse("desk.paint"), Buffer.buffer("{}")))
                        .code())
                .isEqualTo(ProblemCode.REFUSED);
        assertThat(await(bed.admin.stream("SEAT_desk")).orElseThrow().lastSequence())
                .isZero();
        Submitted given = await(giver.submit(look, Buffer.buffer("{\"at\":\"tea\"}")));
        assertThat(given.sequence()).isEqualTo(1);
    }

    private static Problem refusal(Future<?> future) {
        org.awaitility.Awaitility.await().atMost(TIMEOUT).until(future::isComplete);
        assertThat(future.cause()).isInstanceOf(ProblemException.class);
        return ((ProblemException) future.cause()).problem();
    }

    /** A page ends where its message would be too large, and the next one begins there. */
    @Test
    void hundredsOfToolsComeInPages() throws Exception {
        JsonObject first = new JsonObject(await(
                admin.call(ToolRef.parse("seat:mesh-catalog.catalog_tools"), new JsonObject().toBuffer(), TIMEOUT)));
        assertThat(first.getInteger("total")).isEqualTo(MANY + 7);
        assertThat(first.getJsonArray("tools").size()).isBetween(1, 500);
        assertThat(first.toBuffer().length()).isLessThan(1 << 20);
    }
}
