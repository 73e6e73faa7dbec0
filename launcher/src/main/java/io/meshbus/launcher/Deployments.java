package io.meshbus.launcher;

import io.vertx.core.Deployable;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;

/** Deploys and remembers how to undeploy; the only caller of {@code deployVerticle}. */
final class Deployments {
    /** A verticle's own stop is bounded tighter; this is for one whose bound is broken. */
    static final Duration UNDEPLOY_LIMIT = Duration.ofSeconds(12);

    private static final DeploymentOptions EVENT_LOOP =
            new DeploymentOptions().setThreadingModel(ThreadingModel.EVENT_LOOP);

    private final Vertx vertx;
    private final ShutdownStack stack;

    Deployments(Vertx vertx, ShutdownStack stack) {
        this.vertx = vertx;
        this.stack = stack;
    }

    Future<Void> deploy(String name, Deployable verticle) {
        return deployed(verticle)
                .onSuccess(undeploy -> stack.push(name, UNDEPLOY_LIMIT, undeploy::get))
                .mapEmpty();
    }

    /** For a while: completes with what undeploys it, which is the caller's to do. */
    Future<Supplier<Future<Void>>> deployed(Deployable verticle) {
        return vertx.deployVerticle(verticle, EVENT_LOOP).map(id -> () -> vertx.undeploy(id));
    }

    /** Something that is no verticle and must be closed. */
    void closing(String name, Duration limit, Supplier<Future<?>> close) {
        stack.push(name, limit, close);
    }
}
