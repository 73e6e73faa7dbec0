package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Bus.FinalFailure;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The consumptions of one connection. */
final class Consumptions {
    private final Plumbing plumbing;
    private final Set<BaseConsumption> live = ConcurrentHashMap.newKeySet();

    Consumptions(Plumbing plumbing) {
        this.plumbing = plumbing;
    }

    Consumption stream(String stream, String consumer, ConsumeOptions options, Home home) {
        return begin(new StreamConsumption(plumbing, home, options), stream, consumer, home);
    }

    Consumption handle(
            String stream,
            String consumer,
            ConsumeOptions options,
            Function<Delivery, Future<?>> handler,
            FinalFailure onFinal,
            Home home) {
        return begin(new HandlerConsumption(plumbing, home, options, handler, onFinal), stream, consumer, home);
    }

    private Consumption begin(BaseConsumption made, String stream, String consumer, Home home) {
        PullEngine engine = new PullEngine(plumbing, home, stream, consumer, made);
        if (plumbing.closing().begun()) {
            throw plumbing.wire().closed();
        }
        live.add(made);
        home.run(() -> made.start(engine));
        return made;
    }

    void busState(BusState state) {
        live.forEach(consumption -> consumption.busState(state == BusState.CONNECTED));
    }

    void ended(BaseConsumption consumption) {
        live.remove(consumption);
    }

    Future<Void> stopAll(Duration deadline) {
        return Future.all(live.stream().map(each -> each.stop(deadline)).toList())
                .mapEmpty();
    }
}
