package io.meshbus.node.host;

import static io.meshbus.node.host.HostBed.N1;
import static io.meshbus.node.host.HostBed.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.artefact.ArtefactMeta;
import io.meshbus.sdk.artefact.ArtefactStore;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Stored;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Alive;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.Declaration.ModuleDeclaration;
import io.meshbus.sdk.wire.Report;
import io.meshbus.sdk.wire.Report.Outcome;
import io.meshbus.sdk.wire.Report.ResourceReport;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host on a real broker with a real module jar; the test declares in the controller's place. */
class HostVerticleIT {
    private static final ModuleId GREETER = new ModuleId("greeter");
    private static final String SOURCE = """
            package com.example;
            import io.meshbus.sdk.module.Mesh;
            import io.meshbus.sdk.module.MeshModule;
            import io.vertx.core.Future;
            import java.nio.file.Files;
            import java.nio.file.StandardOpenOption;
            public final class Greeter extends MeshModule {
              @Override protected Future<?> start(Mesh mesh) throws Exception {
                if (Files.exists(home().resolve("break"))) {
                  return Future.failedFuture("told to break");
                }
                Files.writeString(home().resolve("starts"), Files.readString(home().resolve("conf/app.yaml")) + "\\n",
                    StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                return Future.succeededFuture();
              }
            }
            """;

    @TempDir
    private Path temp;

    private HostBed bed;
    private HostState state;
    private HostKeys keys;
    private ArtefactRef jar;
    private HostVerticle host;
    private String deployment;
    private final List<Report> reports = new CopyOnWriteArrayList<>();
    private final List<Alive> heartbeats = new CopyOnWriteArrayList<>();

    @BeforeEach
    void raise() throws Exception {
        bed = new HostBed(temp);
        bed.users(Set.of(N1), Set.of(), manifest());
        state = new HostState(temp.resolve("node"));
        keys = state.keys(bed.random);
        state.save(new HostIdentity(
                1,
                N1,
                bed.identity.id(),
                bed.identity.name(),
                bed.meshKey.publicKey().value(),
                List.of(bed.identity.url()),
                bed.identity.pins(),
                1,
                bed.sealed(PrincipalId.host(N1), keys.sealing().publicKey())));
        jar = await(new ArtefactStore(bed.vertx, bed.streams)
                .upload(ModuleJar.of(temp.resolve("jar"), "com.example.Greeter", SOURCE), ArtefactMeta.JAR));
        bed.streams.consume(
                Streams.CONTROL,
                Streams.CONTROLLER_CONSUMER,
                ConsumeOptions.DEFAULT.withMaxDeliver(-1),
                delivery -> {
                    reports.add(WireCodec.decode(delivery.message().body(), Report.class));
                    return Future.succeededFuture();
                },
                (delivery, reason) -> Future.succeededFuture());
        await(bed.controller.subscribe(
                Subjects.ALL_ALIVE, message -> heartbeats.add(WireCodec.decode(message.body(), Alive.class))));
        start();
    }

    @AfterEach
    void close() throws Exception {
        await(bed.vertx.undeploy(deployment).otherwiseEmpty());
        bed.close();
    }

    private void start() throws Exception {
        HostConfig config = HostConfig.in(state.root())
                .withIntervals(Duration.ofMillis(200), Duration.ofSeconds(60), Duration.ofMillis(300))
                .withProbe(Duration.ofSeconds(1));
        host = new HostVerticle(config, bed.connector, Clock.systemUTC(), bed.random);
        deployment = await(bed.vertx.deployVerticle(host));
    }

    private static Manifest manifest() {
        return Declarations.module(
                        GREETER.value(),
                        "1",
                        Declarations.verticle("com.example.Greeter", "greeter.jar"),
                        Map.of(),
                        Map.of(),
                        "")
                .manifest();
    }

    private ModuleDeclaration greeter(String config) {
        return Declarations.module(
                GREETER.value(),
                "1",
                Declarations.verticle("com.example.Greeter", "greeter.jar"),
                Map.of("greeter.jar", jar),
                Map.of("conf/app.yaml", config),
                bed.sealed(PrincipalId.module(GREETER, N1), keys.sealing().publicKey()));
    }

    private Declaration declaration(long epoch, ModuleDeclaration... modules) {
        return Declarations.of(bed.identity.id(), epoch, List.of(bed.identity.url()), bed.identity.pins(), modules);
    }

    private Report report(Predicate<Report> wanted) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> reports.stream().anyMatch(wanted));
        return reports.stream().filter(wanted).findFirst().orElseThrow();
    }

    private Report converged(Stored stored) {
        return report(report -> report.sequence() == stored.sequence() && report.outcome() == Outcome.CONVERGED);
    }

    private Path home() {
        return state.root().resolve("modules/greeter/home");
    }

    private List<String> starts() throws Exception {
        Path file = home().resolve("starts");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @Test
    void appliesWhatIsDeclaredAndReportsIt() throws Exception {
        Declaration declaration = declaration(1, greeter("one"));

        Stored stored = bed.declare(declaration);
        Report report = converged(stored);

        assertThat(report.digest())
                .isEqualTo(Digest.sha256(WireCodec.encode(declaration).getBytes()));
        assertThat(report.node()).isEqualTo(N1);
        assertThat(report.epoch()).isEqualTo(1);
        assertThat(report.resources())
                .containsExactly(
                        new ResourceReport("directory:greeter/data", true, ""),
                        new ResourceReport("file:greeter/conf/app.yaml", true, ""),
                        new ResourceReport("module:greeter", true, ""));
        assertThat(report.facts().getString("java")).isEqualTo(System.getProperty("java.version"));
        assertThat(starts()).containsExactly("one");
        assertThat(home().resolve("data")).isDirectory();
        Awaitility.await()
                .until(() ->
                        heartbeats.stream().anyMatch(alive -> alive.digest().equals(report.digest())));
    }

    @Test
    void replacesOnANudgeAndRemovesWhatIsNotDeclaredAnyMore() throws Exception {
        converged(bed.declare(declaration(1, greeter("one"))));
        converged(bed.declare(declaration(1, greeter("two"))));
        assertThat(starts()).containsExactly("one", "two");

        converged(bed.declare(declaration(1)));

        assertThat(home().resolve("conf/app.yaml")).doesNotExist();
        assertThat(home().resolve("starts")).exists();
    }

    @Test
    void refusesWhatDoesNotCountSaysWhyAndGoesOnWithTheNextGoodOne() throws Exception {
        Stored good = bed.declare(declaration(2, greeter("one")));
        converged(good);
        Buffer evil = WireCodec.encode(declaration(2));
        SigningKey other = SigningKey.generate(bed.random);
        Buffer old = WireCodec.encode(declaration(1));
        Buffer nothing = Buffer.buffer("{\"v\":1}");

        assertRefused(bed.declare(evil, Headers.NONE), "BAD_SIGNATURE");
        assertRefused(
                bed.declare(evil, Headers.of(WireHeaders.SIGNATURE, other.sign(evil.getBytes()))), "BAD_SIGNATURE");
        assertRefused(bed.declare(old, Headers.of(WireHeaders.SIGNATURE, bed.meshKey.sign(old.getBytes()))), "STALE");
        assertRefused(
                bed.declare(nothing, Headers.of(WireHeaders.SIGNATURE, bed.meshKey.sign(nothing.getBytes()))),
                "BAD_PAYLOAD");
        assertRefused(bed.declare(Buffer.buffer(), Headers.NONE), "BAD_SIGNATURE");
        assertThat(starts()).containsExactly("one");
        assertThat(host.status().orElseThrow().sequence()).isEqualTo(good.sequence());

        converged(bed.declare(declaration(2, greeter("two"))));
        assertThat(starts()).containsExactly("one", "two");
    }

    private void assertRefused(Stored stored, String code) {
        Report refused = report(report -> report.sequence() == stored.sequence());
        assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(refused.reason()).startsWith(code);
    }

    @Test
    void goesOnAfterARestartEvenWhenADamagedDeclarationStandsThere() throws Exception {
        Stored good = bed.declare(declaration(1, greeter("one")));
        Report before = converged(good);
        await(bed.vertx.undeploy(deployment));
        bed.declare(Buffer.buffer("damaged"), Headers.NONE);
        reports.clear();

        start();

        Report after = converged(good);
        assertThat(after.counter()).isGreaterThan(before.counter());
        assertThat(starts()).containsExactly("one", "one");
        report(report -> report.outcome() == Outcome.REFUSED);
    }

    @Test
    void aHostThatIsAwayGetsTheNewestOnly() throws Exception {
        converged(bed.declare(declaration(1, greeter("one"))));
        await(bed.vertx.undeploy(deployment));
        bed.declare(declaration(1, greeter("two")));
        Stored newest = bed.declare(declaration(1, greeter("three")));

        start();

        converged(newest);
        assertThat(starts()).containsExactly("one", "three");
    }

    @Test
    void repairsAFileThatWasEditedAndReportsIt() throws Exception {
        converged(bed.declare(declaration(1, greeter("one"))));
        reports.clear();

        Files.writeString(home().resolve("conf/app.yaml"), "by hand");

        Report repaired = report(report -> report.resources().stream()
                .anyMatch(resource -> resource.reason().startsWith("repaired")));
        assertThat(repaired.outcome()).isEqualTo(Outcome.CONVERGED);
        assertThat(home().resolve("conf/app.yaml")).hasContent("one");
        assertThat(starts()).containsExactly("one");
    }

    @Test
    void aModuleThatDoesNotStartFailsAloneAndIsTriedAgain() throws Exception {
        Files.createDirectories(home());
        Files.writeString(home().resolve("break"), "");
        Stored stored = bed.declare(declaration(1, greeter("one")));

        Report failed = report(report -> report.outcome() == Outcome.FAILED);
        assertThat(failed.resources()).contains(new ResourceReport("module:greeter", false, "told to break"));
        Files.delete(home().resolve("break"));

        converged(stored);
        assertThat(starts()).containsExactly("one");
    }

    @Test
    void aMissingOrDamagedArtefactIsNeverRun() throws Exception {
        ModuleDeclaration missing = Declarations.module(
                GREETER.value(),
                "1",
                Declarations.verticle("com.example.Greeter", "greeter.jar"),
                Map.of("greeter.jar", new ArtefactRef(Digest.sha256("nothing"), 7)),
                Map.of("conf/app.yaml", "one"),
                bed.sealed(PrincipalId.module(GREETER, N1), keys.sealing().publicKey()));
        bed.declare(declaration(1, missing));

        Report failed = report(report -> report.outcome() == Outcome.FAILED);
        assertThat(failed.reason()).contains("ARTEFACT_MISSING");

        Path cached = state.artefact(jar.sha256());
        converged(bed.declare(declaration(1, greeter("one"))));
        await(bed.vertx.undeploy(deployment));
        Files.writeString(cached, "damaged");
        start();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> starts().size() == 2);
        assertThat(Files.size(cached)).isEqualTo(jar.size());
    }

    @Test
    void holdsItsReportWhileTheBusIsAway() throws Exception {
        converged(bed.declare(declaration(1, greeter("one"))));
        reports.clear();
        bed.stopBroker();
        Files.writeString(home().resolve("conf/app.yaml"), "by hand");
        Awaitility.await()
                .until(() -> Files.readString(home().resolve("conf/app.yaml")).equals("one"));

        bed.startBroker();

        report(report -> report.resources().stream()
                .anyMatch(resource -> resource.reason().startsWith("repaired")));
        assertThat(starts()).containsExactly("one");
    }

    @Test
    void showsWhenTheBusRefusesItAndDoesNotSpin() throws Exception {
        converged(bed.declare(declaration(1)));

        bed.users(Set.of(), Set.of());

        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> host.status().orElseThrow().link() == HostStatus.Link.REFUSED);
    }
}
