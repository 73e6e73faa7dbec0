package io.meshbus.launcher.bench;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.StreamAdmin.Discard;
import io.meshbus.sdk.bus.StreamAdmin.Retention;
import io.meshbus.sdk.bus.StreamAdmin.StreamSpec;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.module.MeshOptions;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Somebody's bus: a stream for the time of the run, under names that nobody else has, removed at the end. */
final class NamedGround implements Ground {
    private static final String API = "$JS.API";
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
    private static final long BYTES_MAX = 1L << 30;
    /** What a run that was killed leaves is empty after this. */
    private static final Duration AGE_MAX = Duration.ofHours(1);

    private final NamedBus bus;
    private final PrincipalId serving;
    private final DefinitionSource definition;
    private final String stream;
    private final Bus streams;

    /**
     * @param serving a module's name, made for this run
     * @param calling another one's
     * @throws io.meshbus.sdk.problem.ProblemException what connecting and making a stream may end with
     */
    NamedGround(Vertx vertx, NamedBus bus, PrincipalId serving, String module, String calling) {
        this.bus = bus;
        this.serving = serving;
        this.definition = Ground.definition(module, calling);
        this.stream = module.toUpperCase(Locale.ROOT).replace('-', '_');
        Jnats connector = new Jnats(vertx);
        this.streams = Yard.await(connector.connect(streams()));
        try {
            // A question whose refusal is told at once; that of the next one would only be a silence.
            Yard.await(streams.request(Message.of(API + ".STREAM.INFO." + stream, Buffer.buffer()), ANSWER_MAX));
            Yard.await(connector.streams(streams).assertStream(spec(module)));
        } catch (RuntimeException refused) {
            Yard.await(streams.close(ANSWER_MAX));
            throw refused;
        }
    }

    private StreamSpec spec(String module) {
        return new StreamSpec(
                stream,
                List.of("mesh.mod." + module + ".event.>"),
                Retention.LIMITS,
                Discard.OLD,
                false,
                0,
                BYTES_MAX,
                AGE_MAX,
                0,
                1,
                Duration.ofMinutes(2),
                false,
                false,
                false,
                false,
                "made by meshbus bench, which removes it");
    }

    @Override
    public BusOptions options(PrincipalId principal) {
        return BusOptions.mesh(principal, List.of(bus.url()), List.of(bus.pin()), bus.auth())
                .withApiPrefix(API);
    }

    @Override
    public BusOptions streams() {
        return options(serving);
    }

    @Override
    public String stream() {
        return stream;
    }

    @Override
    public MeshOptions module(PrincipalId principal) {
        return MeshOptions.of(options(principal), definition);
    }

    @Override
    public void close() {
        try {
            Yard.await(streams.request(Message.of(API + ".STREAM.DELETE." + stream, Buffer.buffer()), ANSWER_MAX));
        } finally {
            Yard.await(streams.close(ANSWER_MAX));
        }
    }
}
