package io.meshbus.launcher.bench.raw;

import io.meshbus.launcher.bench.Contender;
import io.meshbus.launcher.bench.Yard;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.secret.Secret;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.JetStream;
import io.nats.client.MessageConsumer;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Raw jnats as its examples use it: a blocking caller, a dispatcher that answers, futures for acks, simplified consume. */
public final class RawContender implements Contender {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    private static final Duration ROUND_MAX = Duration.ofMinutes(5);

    private final Yard yard;
    private final Connection server;
    private final Connection caller;
    private final Connection streams;

    public RawContender(Yard yard) {
        this.yard = yard;
        server = connect(yard.server());
        caller = connect(yard.caller());
        streams = connect(yard.streams());
    }

    /** The client's version, as its own page names it. */
    public static String version() {
        return Nats.CLIENT_VERSION;
    }

    static Connection connect(BusOptions options) {
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {new Pinned(options.pins())}, new SecureRandom());
            return Nats.connect(authenticated(options.auth())
                    .servers(options.urls().toArray(new String[0]))
                    .sslContext(tls)
                    .inboxPrefix(options.principal().inboxPrefix() + ".")
                    .build());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("raw jnats cannot connect", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static Options.Builder authenticated(BusOptions.Auth auth) {
        Secret password = auth.password();
        if (password != null) {
            return new Options.Builder()
                    .userInfo(auth.user().toCharArray(), password.revealText().toCharArray());
        }
        char[] seed = Objects.requireNonNull(auth.nkeySeed()).revealText().toCharArray();
        return new Options.Builder().authHandler(Nats.staticCredentials(null, seed));
    }

    static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted", e);
    }

    private <T> T answered(Supplier<T> work) {
        Dispatcher dispatcher = server.createDispatcher();
        dispatcher.subscribe(
                yard.tool(), Yard.QUEUE, message -> server.publish(message.getReplyTo(), message.getData()));
        try {
            server.flush(ANSWER_MAX);
            return work.get();
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the server does not answer", e);
        } finally {
            server.closeDispatcher(dispatcher);
        }
    }

    @Override
    public long[] callOneByOne(int count) {
        return answered(() -> {
            long[] nanos = new long[count];
            for (int i = 0; i < count; i++) {
                long began = System.nanoTime();
                try {
                    Objects.requireNonNull(caller.request(yard.tool(), Yard.BODY, ANSWER_MAX), "no answer");
                } catch (InterruptedException e) {
                    throw interrupted(e);
                }
                nanos[i] = System.nanoTime() - began;
            }
            return nanos;
        });
    }

    @Override
    public double callMany(int count, int window) {
        return answered(() -> many(count, window, () -> caller.request(yard.tool(), Yard.BODY)));
    }

    @Override
    public double publish(int count, int window) {
        try {
            JetStream stream = server.jetStream();
            return many(count, window, () -> stream.publishAsync(yard.event(), Yard.BODY));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the window is what waits for them
    private static double many(int count, int window, Supplier<CompletableFuture<?>> work) {
        Semaphore free = new Semaphore(window);
        AtomicReference<@Nullable Throwable> failed = new AtomicReference<>();
        long began = System.nanoTime();
        for (int i = 0; i < count; i++) {
            free.acquireUninterruptibly();
            work.get().whenComplete((done, failure) -> {
                if (failure != null) {
                    failed.set(failure);
                }
                free.release();
            });
        }
        free.acquireUninterruptibly(window);
        Throwable failure = failed.get();
        if (failure != null) {
            throw new IllegalStateException("raw jnats failed", failure);
        }
        return perSecond(count, began);
    }

    private static double perSecond(int count, long began) {
        return count / ((System.nanoTime() - began) / 1e9);
    }

    @Override
    public double consume(String durable, int count) {
        AtomicInteger got = new AtomicInteger();
        CompletableFuture<Void> all = new CompletableFuture<>();
        long began = System.nanoTime();
        try {
            MessageConsumer consumer = streams.getConsumerContext(yard.stream(), durable)
                    .consume(message -> {
                        message.ack();
                        if (got.incrementAndGet() == count) {
                            all.complete(null);
                        }
                    });
            all.get(ROUND_MAX.toSeconds(), TimeUnit.SECONDS);
            double result = perSecond(count, began);
            consumer.stop();
            consumer.close();
            return result;
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (Exception e) {
            throw new IllegalStateException("raw jnats cannot consume", e);
        }
    }

    @Override
    public void close() {
        for (Connection each : new Connection[] {server, caller, streams}) {
            try {
                each.close();
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }
}
