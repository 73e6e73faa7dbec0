package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Layout.await;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.testing.LocalNats;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** A server of its own with the mesh's two accounts, and buses on it that are closed at the end. */
final class Bed implements AutoCloseable {
    final Vertx vertx = LoopWatch.vertx();
    final LocalNats server;
    private Bus streams;
    private final List<Bus> buses = new ArrayList<>();

    Bed(Path directory) {
        this(LocalNats.start(directory, Layout.config("")));
    }

    private Bed(LocalNats server) {
        this.server = server;
    }

    Bus connect(PrincipalId principal) {
        Bus bus = Layout.connect(vertx, server, principal);
        buses.add(bus);
        return bus;
    }

    /** The connection of the streams' user, made at first need. */
    Bus streams() {
        if (streams == null) {
            streams = connect(Layout.STREAMS);
        }
        return streams;
    }

    Wire streamsWire() {
        return ((JnatsBus) streams()).plumbing().wire();
    }

    /** The stream EVENTS with this durable. */
    Bus withConsumer(String consumer, Duration ackWait, int maxDeliver) {
        Bus streams = streams();
        Layout.events(vertx, streams, consumer, ackWait, maxDeliver);
        return streams;
    }

    static Message event(String body) {
        return Message.of(Layout.EVENT, Buffer.buffer(body));
    }

    static void store(Bus bus, String... bodies) {
        await(Future.all(java.util.stream.Stream.of(bodies)
                .map(body -> bus.store(event(body), PublishOptions.PLAIN))
                .toList()));
    }

    /** Runs on a new event-loop context and gives what it gives. */
    <T> T on(Context context, Callable<T> work) {
        Promise<T> promise = Promise.promise();
        context.runOnContext(go -> {
            try {
                promise.complete(work.call());
            } catch (Exception e) {
                promise.fail(e);
            }
        });
        return await(promise.future());
    }

    Context context() {
        return ((io.vertx.core.internal.VertxInternal) vertx).createEventLoopContext();
    }

    static ProblemCode code(Future<?> future) {
        return problem(future).code();
    }

    static ProblemException problem(Future<?> future) {
        try {
            await(future);
        } catch (ProblemException e) {
            return e;
        }
        throw new AssertionError("it should have failed, but gave " + future.result());
    }

    @Override
    public void close() {
        try {
            buses.forEach(bus -> await(bus.close(Duration.ofSeconds(5))));
        } finally {
            server.close();
            await(vertx.close());
        }
    }
}
