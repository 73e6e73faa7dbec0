package io.meshbus.node.broker;

import io.meshbus.control.ControlAddress;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.natsserver.ConfigCheck;
import io.meshbus.natsserver.ConfigCheck.Verdict;
import io.meshbus.natsserver.Monitor;
import io.meshbus.natsserver.NatsServerBinary;
import io.meshbus.node.broker.rules.RestartDelay;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one nats-server running on {@code broker/nats.conf} and reloads it when {@code broker/users.conf} or the certificate has
 * changed and passes the server's own check (spec 7.2). Deployed = healthy; undeployed = no process. All waits end within a limit.
 */
public final class BrokerVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerVerticle.class);
    /** Recovery of a large JetStream directory takes its time. */
    private static final Duration HEALTHY_MAX = Duration.ofSeconds(60);

    private static final Duration HEALTH_INTERVAL = Duration.ofMillis(25);
    private static final Duration STOP_MAX = Duration.ofSeconds(10);

    private final Config config;
    private final MeshDirectory directory;
    private final MeshIdentity identity;
    private final UsersFile usersFile;

    private @Nullable Path binary;
    private @Nullable Monitor monitor;
    private @Nullable Process process;
    private @Nullable ListReloader reloader;
    private int failures;
    private long startedAt;
    private boolean stopping;
    private boolean waiting;

    /**
     * How to run it.
     *
     * @param binary the server program, or null to look for it
     * @param poll how often the user list is looked at, besides nudges
     */
    public record Config(@Nullable String binary, Duration poll) {
        public static final Config DEFAULT = new Config(null, Duration.ofMillis(250));
    }

    public BrokerVerticle(Config config, MeshDirectory directory, MeshIdentity identity) {
        this.config = config;
        this.directory = directory;
        this.identity = identity;
        this.usersFile = new UsersFile(directory);
    }

    @Override
    public Future<?> start() {
        monitor = new Monitor(vertx, identity.monitorPort());
        return vertx.executeBlocking(this::prepare)
                .compose(done -> launch())
                .onSuccess(done -> watch())
                .recover(cause -> stop().transform(ended -> Future.failedFuture(cause)));
    }

    @Override
    public Future<?> stop() {
        stopping = true;
        if (reloader != null) {
            reloader.stop();
        }
        Process running = process;
        process = null;
        return (running == null ? Future.succeededFuture() : end(running.toHandle()))
                .eventually(() -> monitor == null ? Future.succeededFuture() : monitor.close());
    }

    private Future<Void> end(ProcessHandle running) {
        return vertx.executeBlocking(() -> {
            Child.stop(running, STOP_MAX);
            Files.deleteIfExists(directory.brokerPid());
            LOG.info("broker-stopped pid={}", running.pid());
            return null;
        });
    }

    /** Before the first start: find the program, end what a killed JVM left behind, and see that the ports are free. */
    private Void prepare() throws InterruptedException {
        binary = NatsServerBinary.locate(config.binary());
        Optional<ProcessHandle> orphan = Processes.orphan(directory);
        if (orphan.isPresent()) {
            LOG.info("broker-orphan-stopped pid={}", orphan.get().pid());
            Child.stop(orphan.get(), STOP_MAX);
        }
        requireFree(identity.host(), identity.natsPort());
        requireFree("127.0.0.1", identity.monitorPort());
        return null;
    }

    private void requireFree(String host, int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(
                            ProblemCode.PORT_TAKEN,
                            "port " + port + " on " + host + " cannot be used by the broker",
                            String.valueOf(e.getMessage()),
                            "end the program that listens there, or choose another port"),
                    e);
        }
    }

    /** Check, start, wait until healthy. */
    private Future<Void> launch() {
        return vertx.executeBlocking(this::checkAndStart).compose(started -> {
            process = started;
            startedAt = System.nanoTime();
            Future.fromCompletionStage(started.onExit(), context).onSuccess(this::ended);
            return healthy(started, System.nanoTime() + HEALTHY_MAX.toNanos())
                    .onSuccess(done -> LOG.info(
                            "broker-up pid={} url={} ms={}",
                            started.pid(),
                            identity.url(),
                            Duration.ofNanos(System.nanoTime() - startedAt).toMillis()));
        });
    }

    private Process checkAndStart() throws IOException {
        Path program = Objects.requireNonNull(binary);
        if (ConfigCheck.check(program, directory.natsConf()) instanceof Verdict.Refused refused) {
            throw failed("the server refuses its configuration", refused.line());
        }
        usersFile.forget();
        usersFile.changed();
        return Child.start(program, directory);
    }

    private Future<Void> healthy(Process started, long deadline) {
        if (!started.isAlive()) {
            return vertx.executeBlocking(() -> LastWords.of(directory))
                    .compose(words -> Future.failedFuture(failed("the server ended while starting", words)));
        }
        if (System.nanoTime() > deadline) {
            return Future.failedFuture(failed("the server is not healthy", "waited " + HEALTHY_MAX.toSeconds() + " s"));
        }
        return Objects.requireNonNull(monitor)
                .healthy()
                .compose(yes -> yes
                        ? Future.succeededFuture()
                        : vertx.timer(HEALTH_INTERVAL.toMillis()).compose(tick -> healthy(started, deadline)));
    }

    private void ended(Process ended) {
        if (stopping || ended != process) {
            return;
        }
        process = null;
        Duration ran = Duration.ofNanos(System.nanoTime() - startedAt);
        failures = RestartDelay.failures(failures, ran);
        Duration delay =
                RestartDelay.delay(failures, ThreadLocalRandom.current().nextDouble());
        LOG.warn(
                "broker-ended exit={} ran={}ms failures={} again-in={}ms",
                ended.exitValue(),
                ran.toMillis(),
                failures,
                delay.toMillis());
        again(delay);
    }

    /** At most one start is waited for; one that fails before there is a process is tried again here. */
    private void again(Duration delay) {
        if (waiting) {
            return;
        }
        waiting = true;
        vertx.timer(delay.toMillis())
                .compose(tick -> {
                    waiting = false;
                    return stopping || process != null ? Future.succeededFuture() : launch();
                })
                .onFailure(this::notUp);
    }

    private void notUp(Throwable cause) {
        LOG.error("broker-not-up cause=\"{}\"", cause.getMessage());
        Process unhealthy = process;
        if (unhealthy != null) {
            unhealthy.destroyForcibly();
        } else if (!stopping) {
            failures++;
            again(RestartDelay.delay(failures, ThreadLocalRandom.current().nextDouble()));
        }
    }

    private void watch() {
        ListReloader watching = new ListReloader(
                vertx,
                directory,
                Objects.requireNonNull(monitor),
                Objects.requireNonNull(binary),
                usersFile,
                () -> process);
        watching.start(config.poll());
        vertx.eventBus().localConsumer(ControlAddress.USERS_WRITTEN, nudge -> watching.look());
        reloader = watching;
    }

    private ProblemException failed(String what, String why) {
        return new Problem(
                        ProblemCode.BROKER_FAILED,
                        what,
                        directory.natsConf().toString(),
                        why,
                        "look at " + directory.brokerLog())
                .asException();
    }
}
