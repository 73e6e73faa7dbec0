package io.meshbus.launcher.bench;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Subscription;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.function.Supplier;

/** The SDK's bridge: caller, responder, publisher and consumer are on event loops. */
final class BusContender implements Contender {
    private static final Duration SECONDS = Duration.ofSeconds(5);
    private static final int SERVING_AT_ONCE = 256;
    private static final Buffer BODY = Buffer.buffer(Yard.BODY);

    private final Yard yard;
    private final Bus server;
    private final Bus caller;
    private final Bus streams;

    BusContender(Yard yard) {
        this.yard = yard;
        this.server = yard.connect(yard.server());
        this.caller = yard.connect(yard.caller());
        this.streams = yard.connect(yard.streams());
    }

    private <T> T answered(Supplier<T> work) {
        Subscription serving = yard.on(
                yard.loop(), () -> server.serve(yard.tool(), Yard.QUEUE, SERVING_AT_ONCE, Future::succeededFuture));
        try {
            return work.get();
        } finally {
            Yard.await(serving.cancel());
        }
    }

    private Future<Message> call() {
        return caller.request(Message.of(yard.tool(), BODY), SECONDS);
    }

    @Override
    public long[] callOneByOne(int count) {
        return answered(() -> Window.oneByOne(yard.loop(), count, this::call));
    }

    @Override
    public double callMany(int count, int window) {
        return answered(() -> Window.perSecond(yard.loop(), count, window, this::call));
    }

    @Override
    public double publish(int count, int window) {
        return publishOn(yard.loop(), count, window);
    }

    double publishOn(Context context, int count, int window) {
        return Window.perSecond(
                context, count, window, () -> server.store(Message.of(yard.event(), BODY), PublishOptions.PLAIN));
    }

    @Override
    public double consume(String durable, int count) {
        return consumeOn(yard.loop(), durable, count);
    }

    double consumeOn(Context context, String durable, int count) {
        Promise<Void> all = Promise.promise();
        int[] got = new int[1];
        long began = System.nanoTime();
        Consumption consumption = yard.on(
                context,
                () -> Future.succeededFuture(streams.consume(
                        yard.stream(),
                        durable,
                        ConsumeOptions.DEFAULT,
                        delivery -> {
                            if (++got[0] == count) {
                                all.complete();
                            }
                            return Future.succeededFuture();
                        },
                        (delivery, reason) -> Future.succeededFuture())));
        Yard.await(all.future());
        double result = count / ((System.nanoTime() - began) / 1e9);
        Yard.await(consumption.stop(SECONDS));
        return result;
    }

    Bus streams() {
        return streams;
    }

    @Override
    public void close() {
        Yard.await(Future.join(server.close(SECONDS), caller.close(SECONDS), streams.close(SECONDS)));
    }
}
