package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.Subscription;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.streams.ReadStream;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages of a core plane as a stream: at most once. While it is paused or has no handler it holds a bounded number, then
 * drops the newest and counts it; what cannot be read is counted and skipped. Its methods belong on the context that asked
 * for it, where its handler runs.
 */
public final class Frames<T> implements ReadStream<T> {
    /** Messages held while nobody takes them. */
    public static final int HELD_MAX = 1_024;

    private static final Logger LOG = LoggerFactory.getLogger(Frames.class);

    private final Function<Message, Optional<T>> reader;
    private final Meters meters;
    private final Queue<T> held = new ArrayDeque<>();
    private @Nullable Subscription subscription;
    private @Nullable Handler<T> handler;
    private @Nullable Handler<Throwable> exceptionHandler;
    private @Nullable Handler<Void> endHandler;
    private long demand = Long.MAX_VALUE;
    private boolean emitting;

    /** @param reader empty for what is no frame */
    Frames(Function<Message, Optional<T>> reader, Meters meters) {
        this.reader = reader;
        this.meters = meters;
    }

    Frames<T> over(Subscription made) {
        subscription = made;
        return this;
    }

    void receive(Message message) {
        Optional<T> frame = reader.apply(message);
        if (frame.isEmpty()) {
            meters.framesSkipped.increment();
            LOG.warn(
                    "frame-skipped subject={} bytes={}",
                    message.subject(),
                    message.body().length());
        } else if (held.size() >= HELD_MAX) {
            meters.framesDropped.increment();
            LOG.warn("frame-dropped subject={} held={}", message.subject(), HELD_MAX);
        } else {
            held.add(frame.get());
            emit();
        }
    }

    private void emit() {
        if (emitting) {
            return;
        }
        emitting = true;
        try {
            Handler<T> current;
            while ((current = handler) != null && demand > 0 && !held.isEmpty()) {
                if (demand != Long.MAX_VALUE) {
                    demand--;
                }
                handle(current, held.remove());
            }
        } finally {
            emitting = false;
        }
    }

    private void handle(Handler<T> current, T frame) {
        try {
            current.handle(frame);
        } catch (Throwable thrown) {
            Handler<Throwable> told = exceptionHandler;
            if (told == null) {
                LOG.warn("frame-handler-failed", thrown);
            } else {
                told.handle(thrown);
            }
        }
    }

    /** Ends the subscription; what is held is dropped. */
    public Future<Void> cancel() {
        held.clear();
        handler = null;
        Handler<Void> ended = endHandler;
        endHandler = null;
        Subscription live = subscription;
        Future<Void> cancelled = live == null ? Future.succeededFuture() : live.cancel();
        return ended == null ? cancelled : cancelled.onSuccess(ended);
    }

    @Override
    public Frames<T> handler(@Nullable Handler<T> newHandler) {
        handler = newHandler;
        emit();
        return this;
    }

    @Override
    public Frames<T> exceptionHandler(@Nullable Handler<Throwable> newHandler) {
        exceptionHandler = newHandler;
        return this;
    }

    @Override
    public Frames<T> endHandler(@Nullable Handler<Void> newHandler) {
        endHandler = newHandler;
        return this;
    }

    @Override
    public Frames<T> pause() {
        demand = 0;
        return this;
    }

    @Override
    public Frames<T> resume() {
        return fetch(Long.MAX_VALUE);
    }

    @Override
    public Frames<T> fetch(long amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("amount " + amount + " is negative");
        }
        demand = demand + amount < 0 ? Long.MAX_VALUE : demand + amount;
        emit();
        return this;
    }
}
