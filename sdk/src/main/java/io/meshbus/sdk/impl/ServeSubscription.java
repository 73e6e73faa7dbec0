package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves requests: refuses a reply outside the inboxes (spec 2.5), runs a bounded number at once, holds a bounded number,
 * answers every request it takes, does not start one whose deadline has passed while it waited (spec 4.3). Everything
 * but {@link #receive} runs on the context.
 */
final class ServeSubscription implements Subscription, Route.Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(ServeSubscription.class);
    /** Requests waiting for a free handler at most; the next one is refused at once. */
    static final int WAITING_MAX = 1024;

    private record Request(Message message, String reply, long arrivedNanos) {}

    private final Subscriptions owner;
    private final Home home;
    private final String subject;
    private final int concurrency;
    private final Function<Message, Future<Message>> handler;
    private final Inlet inlet;
    private final Queue<Request> waiting = new ArrayDeque<>();
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final Promise<Void> ended;
    private final Promise<Void> idle;
    private final Sparing refusals = new Sparing();
    private int running;
    /** A handler that is done at once must not recurse into the next one. */
    private boolean pumping;

    private volatile @Nullable Route route;

    ServeSubscription(
            Subscriptions owner,
            Home home,
            String subject,
            int concurrency,
            Function<Message, Future<Message>> handler) {
        this.owner = owner;
        this.home = home;
        this.subject = subject;
        this.concurrency = concurrency;
        this.handler = handler;
        this.ended = home.promise();
        this.idle = home.promise();
        this.inlet = new Inlet(home, owner.counters(), subject, this::arrive);
    }

    void routed(Route made) {
        route = made;
    }

    @Override
    public String subject() {
        return subject;
    }

    @Override
    public void receive(io.nats.client.Message message) {
        String reply = message.getReplyTo();
        if (reply == null || !reply.startsWith(Subjects.INBOX_ROOT)) {
            owner.counters().replyRefused.increment();
            refusals.note(times -> LOG.warn(
                    "reply-refused subject={} reply={} times={}",
                    Guard.shown(message.getSubject()),
                    Guard.shown(String.valueOf(reply)),
                    times));
            return;
        }
        inlet.receive(message);
    }

    private void arrive(io.nats.client.Message message) {
        String reply = String.valueOf(message.getReplyTo());
        Request request = new Request(Convert.message(message), reply, System.nanoTime());
        if (cancelled.get()) {
            refuse(request, "the responder is stopping");
        } else if (running < concurrency) {
            start(request);
        } else if (waiting.size() < WAITING_MAX) {
            waiting.add(request);
        } else {
            owner.counters().slow.increment();
            refuse(request, "too many requests wait");
        }
    }

    private void start(Request request) {
        if (expired(request)) {
            Problem over = Problem.of(ProblemCode.TIMED_OUT, "its time was over before it could start", "", "");
            send(request, AnswerFault.of(request.reply, over));
            return;
        }
        running++;
        Future<Message> answer;
        try {
            answer = handler.apply(request.message);
        } catch (Throwable thrown) {
            answer = Future.failedFuture(thrown);
        }
        if (answer == null) {
            answer = Future.failedFuture(new IllegalStateException("the handler gave no future"));
        }
        AtomicBoolean once = new AtomicBoolean();
        answer.onComplete(done -> {
            if (!once.compareAndSet(false, true)) {
                return;
            }
            answer(request, done.succeeded() ? done.result() : null, done.cause());
            if (home.isHere()) {
                finished();
            } else {
                home.land(this::finished);
            }
        });
    }

    private static boolean expired(Request request) {
        String left = request.message.headers().first(WireHeaders.DEADLINE);
        if (left == null || !left.matches("[0-9]{1,10}")) {
            return false;
        }
        return System.nanoTime() - request.arrivedNanos > TimeUnit.MILLISECONDS.toNanos(Long.parseLong(left));
    }

    private void finished() {
        running--;
        if (pumping) {
            return;
        }
        pumping = true;
        for (Request next; running < concurrency && (next = waiting.poll()) != null; ) {
            start(next);
        }
        pumping = false;
        if (cancelled.get() && running == 0) {
            idle.tryComplete();
        }
    }

    /** Completes when the handlers that were at work at the end are done. */
    Future<Void> idle() {
        return idle.future();
    }

    private void answer(Request request, @Nullable Message answer, @Nullable Throwable cause) {
        if (answer == null) {
            Throwable failure = cause == null ? new IllegalStateException("the handler answered null") : cause;
            if (!(failure instanceof ProblemException)) {
                LOG.warn("handler-failed subject={}", subject, failure);
            }
            send(request, AnswerFault.of(request.reply, failure));
            return;
        }
        send(request, Message.of(request.reply, answer.headers(), answer.body()));
    }

    private void send(Request request, Message answer) {
        try {
            owner.publisher().send(answer, null);
        } catch (ProblemException e) {
            if (answer.headers().first(WireHeaders.ERROR) == null) {
                send(request, AnswerFault.of(request.reply, e));
            } else {
                LOG.warn("answer-lost subject={} problem=\"{}\"", subject, e.getMessage());
            }
        }
    }

    private void refuse(Request request, String why) {
        send(
                request,
                AnswerFault.of(
                        request.reply, Problem.of(ProblemCode.REFUSED, "the request was not taken", why, "try again")));
    }

    @Override
    public Future<Void> cancel() {
        if (cancelled.compareAndSet(false, true)) {
            owner.drop(this, route);
            home.land(() -> {
                for (Request next; (next = waiting.poll()) != null; ) {
                    refuse(next, "the responder is stopping");
                }
                ended.complete();
                if (running == 0) {
                    idle.tryComplete();
                }
            });
        }
        return ended.future();
    }
}
