package io.meshbus.launcher.bench.raw;

import io.meshbus.sdk.bus.BusOptions;
import io.nats.client.Connection;
import io.nats.client.MessageConsumer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Raw jnats with several durables of one stream at once, as its examples consume one. */
public final class RawKinds implements AutoCloseable {
    private static final Duration ROUND_MAX = Duration.ofMinutes(5);

    private final Connection connection;

    public RawKinds(BusOptions options) {
        connection = RawContender.connect(options);
    }

    /** Consumes and acks {@code count} messages over all durables; messages a second, from the first one on. */
    public double consume(String stream, List<String> durables, int count) {
        AtomicInteger got = new AtomicInteger();
        long[] began = new long[1];
        CompletableFuture<Long> all = new CompletableFuture<>();
        List<MessageConsumer> consumers = new ArrayList<>();
        try {
            for (String durable : durables) {
                consumers.add(connection.getConsumerContext(stream, durable).consume(message -> {
                    int nth = got.incrementAndGet();
                    if (nth == 1) {
                        began[0] = System.nanoTime();
                    }
                    message.ack();
                    if (nth == count) {
                        all.complete(System.nanoTime());
                    }
                }));
            }
            double result = (count - 1) / ((all.get(ROUND_MAX.toSeconds(), TimeUnit.SECONDS) - began[0]) / 1e9);
            for (MessageConsumer consumer : consumers) {
                consumer.close();
            }
            return result;
        } catch (InterruptedException e) {
            throw RawContender.interrupted(e);
        } catch (Exception e) {
            throw new IllegalStateException("raw jnats cannot consume", e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (InterruptedException e) {
            throw RawContender.interrupted(e);
        }
    }
}
