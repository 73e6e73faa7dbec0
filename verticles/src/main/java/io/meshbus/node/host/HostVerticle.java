package io.meshbus.node.host;

import io.meshbus.node.host.HostStatus.Link;
import io.meshbus.sdk.SdkVersion;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.manifest.Manifest.Run;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Alive;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's host, enrolled before it is deployed ({@link HostEnrolment}). Its start completes once its state is read;
 * connecting, reading and applying go on from there by themselves, see {@link #status}.
 */
public final class HostVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(HostVerticle.class);

    private final HostConfig config;
    private final BusConnector connector;
    private final Clock clock;
    private final SecureRandom random;
    private @Nullable HostLink link;
    private @Nullable Convergence convergence;
    private @Nullable ModuleSet modules;
    private @Nullable Reporter reporter;
    private boolean passing;
    private boolean closing;
    private long retryTimer = -1;
    private Wish wish = Wish.NOTHING;
    private volatile @Nullable HostStatus status;

    /** What the next pass is to do; the greater wish wins. */
    private enum Wish {
        NOTHING,
        LOOK,
        READ
    }

    public HostVerticle(HostConfig config, BusConnector connector, Clock clock, SecureRandom random) {
        this.config = config;
        this.connector = connector;
        this.clock = clock;
        this.random = random;
    }

    /** Empty before the start is complete; from any thread. */
    public Optional<HostStatus> status() {
        return Optional.ofNullable(status);
    }

    private record Loaded(
            HostState state, HostIdentity identity, HostKeys keys, Applied applied, Optional<Accepted> accepted) {}

    @Override
    public Future<?> start() {
        return vertx.executeBlocking(this::load).map(loaded -> {
            begin(loaded);
            return null;
        });
    }

    private Loaded load() {
        HostState state = new HostState(config.directory());
        HostIdentity identity = state.identity()
                .orElseThrow(() -> Problem.of(
                                ProblemCode.NOT_ENROLLED,
                                "this machine is not a node of a mesh",
                                config.directory() + " holds no identity",
                                "enrol it with a token first")
                        .asException());
        return new Loaded(state, identity, state.keys(random), state.applied(), state.accepted());
    }

    private void begin(Loaded loaded) {
        SealingKey key = loaded.keys.sealing();
        Supplier<@Nullable Bus> bus = () -> link().bus();
        Reporter newReporter = new Reporter(vertx, bus, config.report(), random);
        ModuleSet newModules = new ModuleSet(
                vertx,
                loaded.state,
                new ArtefactCache(vertx, loaded.state, bus),
                starters(key),
                Processes::end,
                new Retries(config.start(), clock, random),
                key);
        Convergence newConvergence = new Convergence(
                vertx,
                loaded.state,
                newModules,
                newReporter,
                bus,
                new NkeyStock(key),
                () -> link().renew(),
                pins -> link().trust(pins),
                loaded.identity,
                loaded.applied);
        loaded.accepted.ifPresent(newConvergence::resume);
        reporter = newReporter;
        modules = newModules;
        convergence = newConvergence;
        link = new HostLink(
                vertx,
                connector,
                config,
                random,
                () -> newConvergence.identity().busOptions(key),
                this::prepare,
                this::linkChanged);
        vertx.setPeriodic(config.heartbeat().toMillis(), timer -> beat());
        vertx.setPeriodic(config.sweep().toMillis(), timer -> want(Wish.READ));
        vertx.setPeriodic(config.drift().toMillis(), timer -> want(Wish.LOOK));
        note();
        link().open();
    }

    private java.util.function.Function<io.meshbus.sdk.wire.Declaration.ModuleDeclaration, ModuleStarter> starters(
            SealingKey key) {
        ModuleStarter verticle = new VerticleStarter(vertx, connector, key);
        ModuleStarter process = new ProcessStarter(vertx, key, config.process(), clock, random);
        ModuleStarter container = new ContainerStarter(vertx);
        return module -> {
            Run run = module.manifest().run();
            if (run.verticle() != null) {
                return verticle;
            }
            return run.process() != null ? process : container;
        };
    }

    /** The nudge carries nothing: whatever comes, the truth is read from NODES. */
    private Future<?> prepare(Bus bus) {
        convergence().connected();
        String subject = Subjects.declare(convergence().identity().node());
        return bus.subscribe(subject, nudge -> want(Wish.READ));
    }

    private void linkChanged() {
        note();
        Link now = link().link();
        if (now == Link.CONNECTED) {
            beat();
            Optional.ofNullable(reporter).ifPresent(Reporter::send);
            Optional.ofNullable(modules).ifPresent(ModuleSet::retryNow);
            want(Wish.READ);
        } else if (now == Link.AWAY || now == Link.REFUSED) {
            want(Wish.LOOK);
        }
    }

    private void want(Wish next) {
        if (closing) {
            return;
        }
        wish = next.compareTo(wish) > 0 ? next : wish;
        if (!passing) {
            pass();
        }
    }

    private void pass() {
        boolean read = wish == Wish.READ;
        wish = Wish.NOTHING;
        passing = true;
        Future.succeededFuture()
                .compose(nothing -> convergence().pass(read))
                .onFailure(fault -> {
                    if (!closing) {
                        LOG.error("host-pass-failed reason=\"{}\"", ModuleSet.reason(fault), fault);
                    }
                })
                .onComplete(done -> {
                    passing = false;
                    note();
                    if (wish != Wish.NOTHING && !closing) {
                        pass();
                    } else {
                        scheduleRetry();
                    }
                });
    }

    /** One timer at a time, for the module that is due first. */
    private void scheduleRetry() {
        vertx.cancelTimer(retryTimer);
        Objects.requireNonNull(modules)
                .nextRetry()
                .ifPresent(
                        delay -> retryTimer = vertx.setTimer(Math.max(1, delay.toMillis()), timer -> want(Wish.LOOK)));
    }

    private void beat() {
        Bus bus = link().bus();
        if (bus == null || link().link() != Link.CONNECTED) {
            return;
        }
        Convergence now = convergence();
        Alive alive = new Alive(
                WireCodec.VERSION,
                now.identity().node(),
                HostFacts.load(),
                SdkVersion.current(),
                now.applied().convergedDigest());
        bus.publish(Message.of(Subjects.alive(alive.node()), WireCodec.encode(alive)))
                .onFailure(fault -> LOG.warn("heartbeat-failed reason=\"{}\"", ModuleSet.reason(fault)));
    }

    private void note() {
        Convergence now = convergence();
        Applied applied = now.applied();
        status = new HostStatus(
                now.identity().node(),
                link().link(),
                applied.epoch(),
                applied.sequence(),
                applied.digest(),
                applied.outcome());
    }

    private HostLink link() {
        return Objects.requireNonNull(link);
    }

    private Convergence convergence() {
        return Objects.requireNonNull(convergence);
    }

    /** Modules first, the connection last; each module's stop is bounded. */
    @Override
    public Future<?> stop() {
        closing = true;
        if (link == null || modules == null) {
            return Future.succeededFuture();
        }
        return modules.stopAll().eventually(() -> {
            Optional.ofNullable(reporter).ifPresent(Reporter::close);
            return link().close();
        });
    }
}
