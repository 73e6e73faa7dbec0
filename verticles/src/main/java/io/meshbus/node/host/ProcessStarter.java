package io.meshbus.node.host;

import io.meshbus.node.host.rules.Backoff;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.secret.SealingKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Modules as processes, started again with backoff when they end; one that survived the host is taken over. */
final class ProcessStarter implements ModuleStarter {
    /** A process that ran this long has not failed at starting: the backoff begins anew. */
    static final Duration STEADY = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(ProcessStarter.class);

    private final Vertx vertx;
    private final SealingKey key;
    private final Backoff backoff;
    private final Clock clock;
    private final RandomGenerator random;

    ProcessStarter(Vertx vertx, SealingKey key, Backoff backoff, Clock clock, RandomGenerator random) {
        this.vertx = vertx;
        this.key = key;
        this.backoff = backoff;
        this.clock = clock;
        this.random = random;
    }

    @Override
    public Future<RunningModule> start(Start start) {
        Supervised supervised = new Supervised(start, vertx.getOrCreateContext());
        return vertx.<ProcessHandle>executeBlocking(() -> {
                    var survivor = Processes.adopt(start.home(), start.fingerprint());
                    return survivor.isPresent()
                            ? survivor.get()
                            : Processes.spawn(start, key).toHandle();
                })
                .map(process -> {
                    supervised.watch(process);
                    return supervised;
                });
    }

    private final class Supervised implements RunningModule {
        private final Start start;
        private final Context context;
        private @Nullable ProcessHandle process;
        private Instant since = Instant.EPOCH;
        private Future<?> respawning = Future.succeededFuture();
        private int failures;
        private boolean stopping;
        private String fault = "";

        Supervised(Start start, Context context) {
            this.start = start;
            this.context = context;
        }

        void watch(ProcessHandle started) {
            process = started;
            since = clock.instant();
            fault = "";
            Future.fromCompletionStage(started.onExit(), context).onComplete(exit -> ended(started));
        }

        private void ended(ProcessHandle which) {
            if (stopping || process != which) {
                return;
            }
            process = null;
            failures = clock.instant().isAfter(since.plus(STEADY)) ? 1 : failures + 1;
            again("its process ended");
        }

        private void again(String why) {
            Duration delay = backoff.after(failures, random);
            fault = why + ", restart " + failures + " follows";
            LOG.warn(
                    "process-ended module={} reason=\"{}\" failures={} again-ms={}",
                    start.module().module(),
                    why,
                    failures,
                    delay.toMillis());
            vertx.setTimer(delay.toMillis(), timer -> respawn());
        }

        private void respawn() {
            if (stopping || process != null) {
                return;
            }
            respawning = vertx.executeBlocking(() -> Processes.spawn(start, key).toHandle())
                    .onSuccess(this::watch)
                    .onFailure(e -> {
                        failures++;
                        if (!stopping) {
                            again("it cannot be started: " + ModuleSet.reason(e));
                        }
                    });
        }

        @Override
        public String fault() {
            return fault;
        }

        @Override
        public boolean gone() {
            return false;
        }

        @Override
        public Future<Void> renew(BusOptions.Auth auth) {
            return Future.failedFuture("it reads its credentials when it starts");
        }

        @Override
        public Future<Void> trust(List<String> pins) {
            return start.identity().pins().equals(pins)
                    ? Future.succeededFuture()
                    : Future.failedFuture("it reads its pins when it starts");
        }

        /** After a start that is under way, so that none is left behind. */
        @Override
        public Future<Void> stop() {
            stopping = true;
            return respawning.transform(settled -> {
                ProcessHandle running = process;
                return running == null ? Future.succeededFuture() : end(running);
            });
        }

        private Future<Void> end(ProcessHandle running) {
            return vertx.<Void>executeBlocking(() -> {
                Processes.end(running);
                Files.deleteIfExists(start.home().processNote());
                return null;
            });
        }
    }
}
