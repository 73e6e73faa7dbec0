package io.meshbus.node.host;

import static io.meshbus.node.host.Declarations.module;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.node.host.rules.Backoff;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.Report.ResourceReport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleSetTest {
    private static final HostIdentity IDENTITY =
            new HostIdentity(1, Declarations.N1, "mesh-1", "demo", "key", List.of("u"), List.of("p"), 1, "sealed");

    @TempDir
    private Path directory;

    private final Vertx vertx = Vertx.vertx();
    private final List<String> events = new ArrayList<>();
    private final Set<String> broken = new HashSet<>();
    private final Set<String> gone = new HashSet<>();
    private final TurnedClock clock = new TurnedClock();
    private HostState state;
    private ModuleSet modules;

    private static final class TurnedClock extends Clock {
        private Instant now = Instant.EPOCH;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    @BeforeEach
    void makeSet() {
        state = new HostState(directory);
        modules = new ModuleSet(
                vertx,
                state,
                new ArtefactCache(vertx, state, () -> null),
                module -> this::start,
                home -> events.add("end " + home.home().getParent().getFileName()),
                new Retries(Backoff.ofSeconds(10), clock, new Random(1)),
                SealingKey.generate(new SecureRandom()));
    }

    @AfterEach
    void closeVertx() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    private Future<RunningModule> start(ModuleStarter.Start start) {
        String name = start.module().module() + " " + start.module().version();
        if (broken.contains(start.module().module().value())) {
            events.add("fail " + name);
            return Future.failedFuture("it will not");
        }
        events.add("start " + name);
        return Future.succeededFuture(new RunningModule() {
            @Override
            public String fault() {
                return gone() ? "gone" : "";
            }

            @Override
            public boolean gone() {
                return gone.contains(start.module().module().value());
            }

            @Override
            public Future<Void> renew(BusOptions.Auth auth) {
                return Future.failedFuture("it must be started anew");
            }

            @Override
            public Future<Void> trust(List<String> pins) {
                return Future.failedFuture("it must be started anew");
            }

            @Override
            public Future<Void> stop() {
                events.add("stop " + name);
                return Future.succeededFuture();
            }
        });
    }

    private Converged converge(Declaration declaration) throws Exception {
        return converge(IDENTITY, declaration);
    }

    private Converged converge(HostIdentity identity, Declaration declaration) throws Exception {
        events.clear();
        return modules.converge(identity, declaration)
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    @Test
    void startsInOrderAndTouchesNothingTheSecondTime() throws Exception {
        Declaration declaration = Declarations.of(module("b", "1"), module("a", "1"));

        Converged first = converge(declaration);
        assertThat(events).containsExactly("start b 1", "start a 1");
        assertThat(first.changed()).isTrue();
        assertThat(first.resources()).allMatch(ResourceReport::ok);
        assertThat(first.resources().stream().map(ResourceReport::resource))
                .containsExactly(
                        "directory:b/data",
                        "file:b/conf/app.yaml",
                        "module:b",
                        "directory:a/data",
                        "file:a/conf/app.yaml",
                        "module:a");

        Converged second = converge(declaration);
        assertThat(events).isEmpty();
        assertThat(second.changed()).isFalse();
        assertThat(second.resources()).isEqualTo(first.resources());
    }

    @Test
    void whoCannotBeToldOfOtherPinsIsStartedAnewForThem() throws Exception {
        Declaration declaration = Declarations.of(module("a", "1"));
        converge(declaration);
        HostIdentity both = new HostIdentity(
                1, Declarations.N1, "mesh-1", "demo", "key", List.of("u"), List.of("p", "q"), 1, "sealed");

        converge(both, declaration);
        assertThat(events).containsExactly("stop a 1", "start a 1");

        converge(both, declaration);
        assertThat(events).isEmpty();
    }

    @Test
    void replacesTheChangedOneOnlyAndStopsTheRemovedOne() throws Exception {
        converge(Declarations.of(module("a", "1"), module("b", "1"), module("c", "1")));

        converge(Declarations.of(module("a", "1"), module("b", "2")));

        assertThat(events).containsExactly("stop c 1", "stop b 1", "end c", "start b 2");
        assertThat(directory.resolve("modules/c/home/conf/app.yaml")).doesNotExist();
        assertThat(directory.resolve("modules/a/home/conf/app.yaml")).hasContent("a");
    }

    @Test
    void oneThatFailsLeavesTheOthersStandingAndIsTriedAgainWhenItsTimeHasCome() throws Exception {
        Declaration declaration = Declarations.of(module("bad", "1"), module("good", "1"));
        broken.add("bad");

        Converged first = converge(declaration);
        assertThat(events).containsExactly("fail bad 1", "start good 1");
        assertThat(first.resources()).contains(new ResourceReport("module:bad", false, "it will not"));
        assertThat(modules.nextRetry())
                .hasValueSatisfying(wait -> assertThat(wait).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(12)));

        converge(declaration);
        assertThat(events).isEmpty();

        broken.clear();
        clock.now = clock.now.plusSeconds(13);
        Converged third = converge(declaration);
        assertThat(events).containsExactly("start bad 1");
        assertThat(third.resources()).allMatch(ResourceReport::ok);
        assertThat(modules.nextRetry()).isEmpty();
    }

    @Test
    void aFailedModuleThatIsNotDeclaredAnyMoreIsNotTriedAgain() throws Exception {
        broken.add("bad");
        converge(Declarations.of(module("bad", "1")));

        converge(Declarations.of());

        assertThat(modules.nextRetry()).isEmpty();
    }

    @Test
    void aModuleWhoseFileCannotBeWrittenIsNotStarted() throws Exception {
        Files.createDirectories(directory.resolve("modules/a/home/conf/app.yaml"));

        Converged converged = converge(Declarations.of(module("a", "1")));

        assertThat(events).isEmpty();
        assertThat(converged.resources().stream()
                        .filter(resource -> !resource.ok())
                        .map(ResourceReport::resource))
                .containsExactly("file:a/conf/app.yaml", "module:a");
    }

    @Test
    void startsAnewWhatIsGoneAndRepairsWhatWasEdited() throws Exception {
        Declaration declaration = Declarations.of(module("a", "1"));
        converge(declaration);
        Path file = directory.resolve("modules/a/home/conf/app.yaml");
        Files.writeString(file, "by hand");

        Converged repaired = converge(declaration);
        assertThat(events).isEmpty();
        assertThat(repaired.changed()).isTrue();
        assertThat(file).hasContent("a");
        assertThat(repaired.resources())
                .contains(new ResourceReport("file:a/conf/app.yaml", true, "repaired: it differed"));

        gone.add("a");
        converge(declaration);
        assertThat(events).containsExactly("stop a 1", "start a 1");
    }

    @Test
    void aDeclaredPathThatLeavesTheHomeFailsThatResource() throws Exception {
        Converged converged = converge(Declarations.of(
                module("a", "1", Declarations.process("true"), Map.of(), Map.of("../../../escape", "x"), "sealed")));

        assertThat(converged.resources().stream()
                        .filter(resource -> !resource.ok())
                        .map(ResourceReport::resource))
                .containsExactly("file:a/../../../escape", "module:a");
        assertThat(directory.resolve("escape")).doesNotExist();
        assertThat(directory.resolve("modules/escape")).doesNotExist();
    }

    @Test
    void endsWhatAKilledHostLeftOfAModuleThatIsNotDeclaredAnyMore() throws Exception {
        Files.createDirectories(directory.resolve("modules/left"));

        converge(Declarations.of(module("a", "1")));

        assertThat(events).containsExactly("end left", "start a 1");
    }

    @Test
    void stopsAllLastStartedFirst() throws Exception {
        converge(Declarations.of(module("a", "1"), module("b", "1")));
        events.clear();

        modules.stopAll().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);

        assertThat(events).containsExactly("stop b 1", "stop a 1");
    }
}
