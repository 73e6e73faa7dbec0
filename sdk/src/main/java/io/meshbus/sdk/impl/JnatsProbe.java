package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.PermissionProbe;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.Subscription;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Probes on a connection of its own. The server answers in order and errors are taken on the reader thread, so whatever was
 * refused is known when the round trip behind it ends.
 */
public final class JnatsProbe implements PermissionProbe {
    /** Between two round trips; a server may say that much without being read. */
    private static final int STEP = 256;

    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
    private static final long AGAIN_AFTER_MILLIS = 300;

    private final Vertx vertx;

    public JnatsProbe(Vertx vertx) {
        this.vertx = vertx;
    }

    /** A failure is believed the second time, as with {@link Jnats#connect}: a reload cuts off whoever is just coming. */
    @Override
    public Future<Refusals> refused(BusOptions as, Collection<String> publish, Collection<String> subscribe) {
        List<String> subjects = List.copyOf(publish);
        List<String> patterns = List.copyOf(subscribe);
        return attempt(as, subjects, patterns)
                .recover(failure -> vertx.timer(AGAIN_AFTER_MILLIS, TimeUnit.MILLISECONDS)
                        .compose(passed -> attempt(as, subjects, patterns)));
    }

    private Future<Refusals> attempt(BusOptions as, List<String> subjects, List<String> patterns) {
        return vertx.executeBlocking(() -> tried(as, subjects, patterns), false);
    }

    private static Refusals tried(BusOptions as, List<String> subjects, List<String> patterns)
            throws InterruptedException {
        Heard heard = new Heard();
        Connection connection = connect(as, heard);
        try {
            for (int i = 0; i < subjects.size(); i++) {
                connection.publish(subjects.get(i), new byte[0]);
                if ((i + 1) % STEP == 0) {
                    connection.flush(ANSWER_MAX);
                }
            }
            connection.flush(ANSWER_MAX);
            for (int from = 0; from < patterns.size(); from += STEP) {
                subscribe(connection, patterns.subList(from, Math.min(patterns.size(), from + STEP)));
            }
            return heard.refusals();
        } catch (TimeoutException | IllegalStateException e) {
            throw new ProblemException(
                    new Problem(
                            ProblemCode.BUS_AWAY,
                            "the bus does not answer " + as.principal(),
                            String.join(", ", as.urls()),
                            String.valueOf(e.getMessage()),
                            "try again"),
                    e);
        } finally {
            connection.close();
        }
    }

    private static void subscribe(Connection connection, List<String> patterns)
            throws InterruptedException, TimeoutException {
        List<Subscription> subscriptions = new ArrayList<>(patterns.size());
        for (String pattern : patterns) {
            int space = pattern.indexOf(' ');
            Subscription made = space < 0
                    ? connection.subscribe(pattern)
                    : connection.subscribe(pattern.substring(0, space), pattern.substring(space + 1));
            made.setPendingLimits(1, 1);
            subscriptions.add(made);
        }
        connection.flush(ANSWER_MAX);
        subscriptions.forEach(Subscription::unsubscribe);
    }

    private static Connection connect(BusOptions as, Heard heard) throws InterruptedException {
        PinnedTrust trust = new PinnedTrust(as::pins);
        Options.Builder builder = new Options.Builder()
                .servers(as.urls().toArray(new String[0]))
                .connectionName("meshbus " + as.principal())
                .inboxPrefix(as.principal().inboxPrefix() + ".")
                .connectionTimeout(as.connectTimeout())
                .sslContext(trust.context())
                .noReconnect()
                .subjectValidationType(Options.SubjectValidationType.None)
                .callbackExecutor(new DirectExecutor())
                .errorListener(heard);
        try {
            return Nats.connect(WireOptions.authenticated(builder, as.auth()).build());
        } catch (IOException | RuntimeException e) {
            throw new ProblemException(ConnectFailure.of(as, e, trust.refused(), heard.lastException), e);
        }
    }

    /** On jnats' reader thread. */
    private static final class Heard implements ErrorListener {
        private final Set<String> publish = ConcurrentHashMap.newKeySet();
        private final Set<String> subscribe = ConcurrentHashMap.newKeySet();
        private volatile @Nullable String other;
        private volatile @Nullable Exception lastException;

        @Override
        public void errorOccurred(Connection connection, String error) {
            Matcher matcher = Violations.TEXT.matcher(error);
            if (!matcher.matches()) {
                other = error;
            } else if (matcher.group(1).equals("Publish")) {
                publish.add(matcher.group(2));
            } else {
                String queue = matcher.group(3);
                subscribe.add(queue == null ? matcher.group(2) : matcher.group(2) + " " + queue);
            }
        }

        @Override
        public void exceptionOccurred(Connection connection, Exception exception) {
            lastException = exception;
        }

        Refusals refusals() {
            String said = other;
            if (said != null) {
                throw Problem.of(ProblemCode.BUS_AWAY, "the server ended a probe", Guard.shown(said), "try again")
                        .asException();
            }
            return new Refusals(publish, subscribe);
        }
    }
}
