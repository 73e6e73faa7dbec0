package io.meshbus.sdk.impl;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One subscription for all answers: {@code <inbox>.<random>.*}, an unguessable token for each request. Time-outs take one
 * timer in all, set for the earliest deadline; a request that is answered in time costs none.
 */
final class ReplyMux {
    /** Requests on their way at most, over the whole connection. */
    static final int PENDING_MAX = 65_536;
    /** Time-outs are at most this late. */
    static final long SWEEP_NANOS_MIN = 5_000_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final Home own;
    private final Counters counters;
    private final Tokens tokens;
    private final String prefix;
    private final Map<String, PendingReply<?>> pending = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    /** When the sweep is due, relative to {@link #origin} so that it can be compared; NEVER if none is. */
    private final AtomicLong sweepAt = new AtomicLong(NEVER);

    private final long origin = System.nanoTime();
    private volatile @Nullable ProblemException closed;

    /** @param inboxPrefix the only prefix this principal may hear */
    ReplyMux(Home own, Counters counters, Tokens tokens, String inboxPrefix) {
        this.own = own;
        this.counters = counters;
        this.tokens = tokens;
        this.prefix = inboxPrefix + "." + tokens.next() + ".";
    }

    /** What to subscribe, to {@link #receive}. */
    String pattern() {
        return prefix + "*";
    }

    /**
     * Takes note of a request and gives its reply address.
     *
     * @throws ProblemException {@code BUS_AWAY} when too many are on their way, {@code CLOSED}
     */
    String open(PendingReply<?> request) {
        if (count.incrementAndGet() > PENDING_MAX) {
            count.decrementAndGet();
            throw Problem.of(
                            ProblemCode.BUS_AWAY,
                            "too many requests are on their way",
                            PENDING_MAX + " wait for an answer",
                            "wait for answers before asking more")
                    .asException();
        }
        String token = tokens.next();
        pending.put(token, request);
        ProblemException end = closed;
        if (end != null) {
            take(token);
            throw end;
        }
        schedule(request.deadlineNanos - origin);
        return prefix + token;
    }

    /** Forgets a request that could not be sent. */
    void cancel(String reply) {
        take(reply.substring(prefix.length()));
    }

    /** On the reader thread. */
    void receive(io.nats.client.Message message) {
        String subject = message.getSubject();
        if (!subject.startsWith(prefix)) {
            counters.misdirected.increment();
            return;
        }
        PendingReply<?> request = take(subject.substring(prefix.length()));
        if (request != null) {
            request.answer(message);
        }
    }

    /** Ends every request published on this subject; false if there was none. */
    boolean refuse(String subject, Problem problem) {
        boolean found = false;
        for (Map.Entry<String, PendingReply<?>> entry : pending.entrySet()) {
            if (entry.getValue().subject.equals(subject)) {
                PendingReply<?> request = take(entry.getKey());
                if (request != null) {
                    request.fail(problem.asException());
                    found = true;
                }
            }
        }
        return found;
    }

    /** Sends again what was on its way when the connection was lost, as far as the server can tell it apart. */
    void resend() {
        pending.forEach((token, request) -> request.resend(prefix + token));
    }

    /** Ends every request, and from now on each new one. */
    void close(ProblemException end) {
        closed = end;
        for (String token : pending.keySet()) {
            PendingReply<?> request = take(token);
            if (request != null) {
                request.fail(end);
            }
        }
    }

    private @Nullable PendingReply<?> take(String token) {
        PendingReply<?> request = pending.remove(token);
        if (request != null) {
            count.decrementAndGet();
        }
        return request;
    }

    private void schedule(long due) {
        long planned = sweepAt.get();
        while (due < planned) {
            if (sweepAt.compareAndSet(planned, due)) {
                long wait = Math.max(SWEEP_NANOS_MIN, due - (System.nanoTime() - origin));
                own.after(wait, () -> sweep(due));
                return;
            }
            planned = sweepAt.get();
        }
    }

    private void sweep(long due) {
        if (!sweepAt.compareAndSet(due, NEVER)) {
            return;
        }
        long now = System.nanoTime() - origin;
        long next = NEVER;
        for (Map.Entry<String, PendingReply<?>> entry : pending.entrySet()) {
            long deadline = entry.getValue().deadlineNanos - origin;
            if (deadline > now) {
                next = Math.min(next, deadline);
                continue;
            }
            PendingReply<?> request = take(entry.getKey());
            if (request != null) {
                request.timeOut();
            }
        }
        if (next != NEVER) {
            schedule(next);
        }
    }
}
