package io.meshbus.sdk.impl;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs jnats' callbacks on the thread that raises them: no extra hop, and an error is known before the round trip that
 * followed it ends. Every callback of ours only marks or queues.
 */
final class DirectExecutor extends AbstractExecutorService {
    private volatile boolean shut;

    @Override
    public void execute(Runnable command) {
        command.run();
    }

    @Override
    public void shutdown() {
        shut = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shut = true;
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shut;
    }

    @Override
    public boolean isTerminated() {
        return shut;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
