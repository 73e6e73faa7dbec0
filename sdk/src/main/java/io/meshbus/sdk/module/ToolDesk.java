package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** {@link Mesh#handle}: the tools that this instance serves. */
final class ToolDesk {
    private final Vertx vertx;
    private final Bus bus;
    private final Declared declared;
    private final Map<ToolRef, Serving> servings = new ConcurrentHashMap<>();

    ToolDesk(Vertx vertx, Bus bus, Declared declared) {
        this.vertx = vertx;
        this.bus = bus;
        this.declared = declared;
    }

    /** One tool being served. */
    record Serving(Declared.Served served, ToolStats stats, Future<Subscription> subscription) {}

    <T> Future<Registration> handle(String tool, Class<T> type, Function<Call<T>, ? extends Future<?>> handler) {
        Declared.Served served = declared.served(tool);
        ToolRef ref = served.ref();
        if (servings.containsKey(ref)) {
            return Future.failedFuture(
                    Problem.of(ProblemCode.ALREADY_EXISTS, ref + " has a handler already", "", "handle it once")
                            .asException());
        }
        ToolStats stats = new ToolStats();
        ToolServer<T> server = new ToolServer<>(served, type, OnContext.here(vertx, handler), System::nanoTime, stats);
        int taken = CallGate.RUNNING_MAX + CallGate.WAITING_MAX;
        Future<Subscription> subscription = bus.serve(ref.subject(), ref.tool().value(), taken, server::answer);
        servings.put(ref, new Serving(served, stats, subscription));
        return subscription.onFailure(refused -> servings.remove(ref)).map(live -> () -> {
            servings.remove(ref);
            return live.cancel();
        });
    }

    boolean serves(ToolRef ref) {
        return servings.containsKey(ref);
    }

    Map<ToolRef, Serving> servings() {
        return Map.copyOf(servings);
    }

    Future<Void> stop() {
        return Future.join(servings.values().stream()
                        .map(serving -> serving.subscription().compose(Subscription::cancel))
                        .toList())
                .mapEmpty();
    }
}
