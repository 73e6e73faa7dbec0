package io.meshbus.node.broker;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.natsserver.ConfigCheck;
import io.meshbus.natsserver.ConfigCheck.Verdict;
import io.meshbus.natsserver.Monitor;
import io.meshbus.sdk.account.UserListText;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a changed user list into force: that it is what was composed, the server's check, SIGHUP, and proof by the running {@code config_digest}. One at a time;
 * changes meanwhile are folded into the next. A list that fails the check is not signalled: the server keeps the old one.
 */
final class ListReloader {
    private static final Logger LOG = LoggerFactory.getLogger(ListReloader.class);
    /** A reload authenticates every connected client anew (facts 4). */
    private static final Duration LIVE_MAX = Duration.ofSeconds(30);

    private static final Duration LIVE_INTERVAL = Duration.ofMillis(20);
    private static final long NO_TIMER = -1;
    /** The server would take an empty list, or a shorter one (facts 3). */
    private static final String NOT_COMPOSED = "its body has not the sha256 of its header: cut, or edited by hand";

    private final Vertx vertx;
    private final MeshDirectory directory;
    private final Monitor monitor;
    private final Path binary;
    private final UsersFile file;
    private final Supplier<@Nullable Process> process;
    private long timer = NO_TIMER;
    private boolean busy;
    private boolean again;

    ListReloader(
            Vertx vertx,
            MeshDirectory directory,
            Monitor monitor,
            Path binary,
            UsersFile file,
            Supplier<@Nullable Process> process) {
        this.vertx = vertx;
        this.directory = directory;
        this.monitor = monitor;
        this.binary = binary;
        this.file = file;
        this.process = process;
    }

    void start(Duration poll) {
        timer = vertx.setPeriodic(poll.toMillis(), tick -> look());
    }

    void stop() {
        if (timer != NO_TIMER) {
            vertx.cancelTimer(timer);
            timer = NO_TIMER;
        }
    }

    /** Looks at the file now, or as soon as the reload in flight has ended. On the verticle's context. */
    void look() {
        Process running = process.get();
        if (busy || running == null) {
            again = busy;
            return;
        }
        busy = true;
        again = false;
        long began = System.nanoTime();
        vertx.executeBlocking(() -> checkAndSignal(running))
                .compose(digest -> digest.isEmpty() ? Future.succeededFuture() : live(running, digest, began))
                .onFailure(cause -> {
                    LOG.error("reload-failed cause=\"{}\"", cause.getMessage());
                    file.forget();
                })
                .onComplete(done -> {
                    busy = false;
                    if (again && timer != NO_TIMER) {
                        look();
                    }
                });
    }

    /** The digest that has to run now; empty when there is nothing to do. */
    private String checkAndSignal(Process running) throws IOException, InterruptedException {
        String changed = file.changed();
        if (changed == null) {
            return "";
        }
        if (UserListText.bodyOf(Files.readString(directory.users())).isEmpty()) {
            LOG.error("user-list-refused sha256={} why=\"{}\" kept=the-running-one", changed, NOT_COMPOSED);
            return "";
        }
        Verdict verdict = ConfigCheck.check(binary, directory.natsConf());
        if (verdict instanceof Verdict.Refused refused) {
            LOG.error("user-list-refused sha256={} why=\"{}\" kept=the-running-one", changed, refused.line());
            return "";
        }
        Child.reload(binary, running);
        return ((Verdict.Valid) verdict).digest();
    }

    private Future<Void> live(Process running, String digest, long began) {
        return monitor.running().compose(now -> {
            Duration waited = Duration.ofNanos(System.nanoTime() - began);
            if (now.configDigest().equals(digest)) {
                LOG.info("reload-live digest={} ms={} connections={}", digest, waited.toMillis(), now.connections());
                return Future.succeededFuture();
            }
            if (waited.compareTo(LIVE_MAX) > 0 || !running.isAlive()) {
                return Future.failedFuture("the server runs " + now.configDigest() + ", checked was " + digest);
            }
            return vertx.timer(LIVE_INTERVAL.toMillis()).compose(tick -> live(running, digest, began));
        });
    }
}
