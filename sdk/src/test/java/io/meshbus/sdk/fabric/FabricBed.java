package io.meshbus.sdk.fabric;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.testing.LocalNats;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A server with an account for the fabric, instances on it, and an observer who may do everything. */
final class FabricBed implements AutoCloseable {
    static final String CONFIG = """
            accounts {
              FABRIC { jetstream: enabled, users: [
                { user: "fabric.s1", password: "pw" },
                { user: "fabric.s2", password: "pw" },
                { user: "observer", password: "pw" } ] }
              SYS { users: [ { user: sys, password: "pw" } ] }
            }
            system_account: SYS
            """;

    final Vertx vertx = LoopWatch.vertx();
    final LocalNats server;
    final List<Message> dead = new CopyOnWriteArrayList<>();
    private final List<Fabric> instances = new ArrayList<>();
    private Bus observer;

    FabricBed(Path directory) {
        server = LocalNats.start(directory, CONFIG);
    }

    static BusOptions options(String url, String pin, String user) {
        return BusOptions.mesh(new PrincipalId(user), List.of(url), List.of(pin), Secret.of("pw"));
    }

    FabricOptions options(String user) {
        return FabricOptions.of(options(server.url(), server.pin(), user));
    }

    /** Options whose waits a test can wait for. */
    FabricOptions quick(String user) {
        return options(user)
                .withDelivery(Duration.ofSeconds(2), 3)
                .withDelays(List.of(Duration.ofMillis(50), Duration.ofMillis(100)))
                .withTimes(Duration.ofSeconds(20), Duration.ofSeconds(5));
    }

    Fabric instance(FabricOptions options) {
        Fabric fabric = await(Fabric.connect(vertx, options));
        instances.add(fabric);
        await(fabric.ensureStream());
        return fabric;
    }

    Fabric instance(String user) {
        return instance(quick(user));
    }

    Bus observer() {
        if (observer == null) {
            observer = await(new Jnats(vertx)
                    .connect(options(server.url(), server.pin(), "observer")
                            .withApiPrefix("$JS.API")
                            .withUnicodeSubjects()));
        }
        return observer;
    }

    StreamAdmin admin() {
        return new Jnats(vertx).streams(observer());
    }

    /** Collects what is parked from now on. */
    FabricBed tapped() {
        await(observer().subscribe(FabricSubjects.DEAD_LETTER, dead::add));
        return this;
    }

    void raw(String subject, String body) {
        await(observer().store(Message.of(subject, Buffer.buffer(body)), PublishOptions.PLAIN));
    }

    /** What the durable has still to see ended, waiting or delivered. */
    long unfinished(String subject) {
        return await(admin().consumer(FabricSubjects.STREAM, FabricIds.durable(subject)))
                .map(state -> state.pending() + state.unfinished())
                .orElse(-1L);
    }

    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(40, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    static ProblemException problem(Future<?> future) {
        try {
            await(future);
        } catch (ProblemException e) {
            return e;
        }
        throw new AssertionError("it should have failed, but gave " + future.result());
    }

    static Optional<ProblemCode> code(Future<?> future) {
        return Optional.of(problem(future).code());
    }

    @Override
    public void close() {
        try {
            instances.forEach(fabric -> await(fabric.close()));
            if (observer != null) {
                await(observer.close(Duration.ofSeconds(2)));
            }
        } finally {
            server.close();
            await(vertx.close());
        }
    }
}
