package io.meshbus.sdk.impl;

import io.vertx.core.internal.ContextInternal;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The queue in front of one context. Its length is bounded by what its users may have pending, each by its own bound. */
final class Landing {
    /** Tasks run before the event loop gets a turn again. */
    static final int BATCH_MAX = 256;

    private static final Logger LOG = LoggerFactory.getLogger(Landing.class);
    private static final Object KEY = new Object();

    private final ContextInternal context;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean ended;

    private Landing(ContextInternal context) {
        this.context = context;
    }

    static Landing of(ContextInternal context) {
        Object found = context.contextData().get(KEY);
        return found != null
                ? (Landing) found
                : (Landing) context.contextData().computeIfAbsent(KEY, key -> new Landing(context));
    }

    /** Nothing is run on a context whose Vert.x has been closed: whoever would have heard of it is gone. */
    void add(Runnable task) {
        if (ended) {
            return;
        }
        tasks.add(task);
        if (waiting.getAndIncrement() == 0) {
            hop();
        }
    }

    private void hop() {
        try {
            context.runOnContext(this::drain);
        } catch (RejectedExecutionException closed) {
            ended = true;
            tasks.clear();
            LOG.debug("context-ended reason={}", closed.getMessage());
        }
    }

    private void drain(Void ignored) {
        int done = 0;
        Runnable task;
        while (done < BATCH_MAX && (task = tasks.poll()) != null) {
            done++;
            run(task);
        }
        if (waiting.addAndGet(-done) > 0) {
            hop();
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            context.reportException(thrown);
        }
    }
}
