package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Buses on jnats. One for an application; it holds nothing but the Vert.x instance. */
public final class Jnats implements BusConnector {
    /** Longer than two reloads usually follow one another. */
    private static final long AGAIN_AFTER_MILLIS = 300;

    private static final Duration LATE_CLOSE = Duration.ofSeconds(1);

    private final Vertx vertx;

    public Jnats(Vertx vertx) {
        this.vertx = vertx;
    }

    /**
     * A refusal is believed the second time. Whoever has not yet said who it is when the server reloads its users is
     * refused or cut off by it, and in a mesh that grows a reload is never far.
     */
    @Override
    public Future<Bus> connect(BusOptions options) {
        return attempt(options)
                .recover(failure -> failure instanceof ProblemException problem
                                && ConnectFailure.mayBeAReload(problem.problem())
                        ? vertx.timer(AGAIN_AFTER_MILLIS, TimeUnit.MILLISECONDS).compose(passed -> attempt(options))
                        : Future.failedFuture(failure));
    }

    private Future<Bus> attempt(BusOptions options) {
        Home home = Home.here(vertx);
        Plumbing plumbing = new Plumbing(vertx, options);
        Promise<Bus> first = home.promise();
        plumbing.wire().onRefused(problem -> home.land(() -> first.tryFail(problem.asException())));
        Future<@Nullable Void> prepared = home.offLoop(Jnats::prepared);
        Future<Bus> connected = home.<Bus>offLoop(() -> {
                    plumbing.wire().open();
                    plumbing.connected();
                    return new JnatsBus(vertx, options, plumbing);
                })
                .compose(bus -> prepared.map(bus));
        connected.onComplete(done -> {
            if (done.failed()) {
                first.tryFail(done.cause());
            } else if (!first.tryComplete(done.result())) {
                done.result().close(LATE_CLOSE); // refused first, and let in after all: nobody holds it
            }
        });
        return first.future();
    }

    /** Beside the connect, which takes longer: no event loop shall pay for the first use of anything. */
    private static @Nullable Void prepared() {
        WireCodec.prepare();
        return null;
    }

    @Override
    public Future<Void> renew(Bus bus, BusOptions.Auth auth) {
        Wire wire = ours(bus).plumbing().wire();
        return vertx.executeBlocking(
                () -> {
                    wire.renew(auth);
                    return null;
                },
                false);
    }

    @Override
    public void trust(Bus bus, List<String> pins) {
        ours(bus).plumbing().wire().trust(pins);
    }

    @Override
    public StreamAdmin streams(Bus bus) {
        JnatsBus ours = ours(bus);
        return new JnatsStreamAdmin(
                vertx, ours.plumbing().wire(), ours.options().apiPrefix());
    }

    private static JnatsBus ours(Bus bus) {
        if (bus instanceof JnatsBus ours) {
            return ours;
        }
        throw new IllegalArgumentException("this bus was not made here: " + bus.principal());
    }
}
