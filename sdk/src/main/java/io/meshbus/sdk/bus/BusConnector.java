package io.meshbus.sdk.bus;

import io.vertx.core.Future;
import java.util.List;

/**
 * Where buses come from. The one implementation is {@code io.meshbus.sdk.impl.Jnats}; whoever wires an application
 * constructs it ({@code new Jnats(vertx)}), everyone else gets this interface.
 */
public interface BusConnector {
    /**
     * Connects as one principal. The first connect fails fast with {@code BUS_UNREACHABLE}, {@code BUS_AUTH} or {@code
     * BUS_PIN}, naming URL, reason and remedy; later losses are the bus's own business. Completes on the caller's context.
     */
    Future<Bus> connect(BusOptions options);

    /**
     * Goes on with other credentials of the same principal without losing anything: a second connection takes over before
     * the first one ends. Fails as {@link #connect} does, and then everything stays as it was. During the change a plain core
     * subscription may get a message twice; deliveries, answers and served requests come once.
     *
     * @throws IllegalArgumentException if the bus is another connector's
     */
    Future<Void> renew(Bus bus, BusOptions.Auth auth);

    /**
     * Which certificates count whenever this bus connects anew from now on; the connection that stands is not touched. From
     * any thread, never blocks.
     *
     * @param pins SHA-256 (hex), at least one
     * @throws IllegalArgumentException if the bus is another connector's, or there is no pin
     */
    void trust(Bus bus, List<String> pins);

    /**
     * Definition of streams over a bus that this connector made, as a user who may (spec 3.2: {@code
     * controller.streams}).
     *
     * @throws IllegalArgumentException if the bus is another connector's
     */
    StreamAdmin streams(Bus bus);
}
