package io.meshbus.sdk.impl;

import io.meshbus.sdk.problem.Problem;
import io.vertx.core.Promise;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One request on its way. Whoever takes it out of the mux' map ends it, so it ends once. */
final class PendingReply<T> {
    /** The published subject, which a refusal names. */
    final String subject;
    /** When it times out, in {@link System#nanoTime} terms. */
    final long deadlineNanos;

    private final Home home;
    private final Promise<T> promise;
    private final Function<io.nats.client.Message, T> reader;
    private final Function<PendingReply<T>, Problem> onTimeout;
    private volatile @Nullable Consumer<String> resend;

    /**
     * @param reader turns the answer into the result, on the reader thread; what it throws fails the request
     * @param onTimeout says what a missing answer means
     */
    PendingReply(
            String subject,
            long deadlineNanos,
            Home home,
            Function<io.nats.client.Message, T> reader,
            Function<PendingReply<T>, Problem> onTimeout) {
        this.subject = subject;
        this.deadlineNanos = deadlineNanos;
        this.home = home;
        this.promise = home.promise();
        this.reader = reader;
        this.onTimeout = onTimeout;
    }

    io.vertx.core.Future<T> future() {
        return promise.future();
    }

    void answer(io.nats.client.Message message) {
        try {
            T value = reader.apply(message);
            home.land(() -> promise.complete(value));
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    void fail(Throwable cause) {
        home.land(() -> promise.fail(cause));
    }

    /** How to send it again after a lost connection; without it, it waits for its deadline. */
    void resendBy(Consumer<String> again) {
        resend = again;
    }

    void resend(String reply) {
        Consumer<String> again = resend;
        if (again != null) {
            again.accept(reply);
        }
    }

    void timeOut() {
        fail(onTimeout.apply(this).asException());
    }
}
