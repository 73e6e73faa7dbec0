package io.meshbus.sdk.testing;

import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.module.Call;
import io.meshbus.sdk.module.Event;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.Outcome;
import io.meshbus.sdk.module.Registration;
import io.meshbus.sdk.module.Work;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The rest of the mesh, as the test of one module plays it. Names are those of the manifest under test, so what it {@code
 * consumes} is published here, what it {@code emits} is awaited, what it {@code serves} is called, what it {@code uses} is
 * answered. Futures end within {@link #WAIT}; methods may be called from any thread, {@link #await} from the test's own.
 */
public final class Probe {
    /** How long an event, a dead letter or an answer may take to come. */
    public static final Duration WAIT = Duration.ofSeconds(10);

    private final Vertx vertx;
    private final ComposedMesh mesh;
    private final Manifest manifest;
    private final Map<String, Future<Mesh>> standIns = new ConcurrentHashMap<>();
    private final Map<String, Arrivals<Event<JsonObject>>> events = new TreeMap<>();
    private final Arrivals<DeadLetter> dead = new Arrivals<>("dead letter", WAIT);

    private Probe(Vertx vertx, ComposedMesh mesh, Manifest manifest) {
        this.vertx = vertx;
        this.mesh = mesh;
        this.manifest = manifest;
    }

    /** Listens to everything before the module starts. */
    static Future<Probe> listen(Vertx vertx, ComposedMesh mesh, Manifest manifest) {
        Probe probe = new Probe(vertx, mesh, manifest);
        return probe.hearEvents().compose(hearing -> probe.hearDeadLetters()).map(probe);
    }

    private Future<?> hearEvents() {
        List<EventRef> heard = mesh.definition().modules().values().stream()
                .filter(module -> module.module().value().equals(Surroundings.PROBE))
                .flatMap(module -> module.consumes().stream())
                .toList();
        heard.forEach(ref -> events.put(ref.toString(), new Arrivals<>("event " + ref, WAIT)));
        return standIn(Surroundings.PROBE).compose(self -> {
            List<Future<?>> subscribed = new ArrayList<>();
            events.forEach((name, arrivals) -> subscribed.add(self.subscribe(name, JsonObject.class, event -> {
                arrivals.arrive(event);
                return Future.succeededFuture();
            })));
            return Future.all(subscribed);
        });
    }

    private Future<?> hearDeadLetters() {
        return mesh.controllerStreams()
                .map(bus -> bus.consume(
                        Streams.DEAD_IN,
                        Streams.DEAD_LETTER_CONSUMER,
                        ConsumeOptions.DEFAULT.withMaxDeliver(-1),
                        letter -> {
                            dead.arrive(WireCodec.decode(letter.message().body(), DeadLetter.class));
                            return Future.succeededFuture();
                        },
                        (letter, reason) -> Future.succeededFuture()));
    }

    public Vertx vertx() {
        return vertx;
    }

    /** Says an event that the module consumes, as whoever says it in a mesh: {@code clock.tick}, {@code seat:desk.done}. */
    public Future<String> publish(String event, Object data) {
        EventRef ref = EventRef.parse(event);
        return ref instanceof EventRef.OfModule own
                ? standIn(own.module().value())
                        .compose(as -> as.publish(own.event().value(), data))
                : standIn(Surroundings.ROLES).compose(as -> as.publish(event, data));
    }

    /**
     * The next event of this name that no earlier call was given: the module's own ({@code quoted}) or its role's ({@code
     * seat:desk.reviewed}).
     *
     * @throws IllegalArgumentException when the manifest does not emit it
     */
    public Future<Event<JsonObject>> event(String name) {
        String whole = owned(name);
        Arrivals<Event<JsonObject>> arrivals = events.get(whole);
        if (arrivals == null) {
            throw new IllegalArgumentException("the manifest emits no " + whole + ", only " + events.keySet());
        }
        return arrivals.next();
    }

    /** Calls a tool of the module ({@code quote}) or of its role ({@code seat:desk.backlog}). */
    public <T> Future<T> call(String tool, Object input, Class<T> type) {
        return standIn(Surroundings.PROBE).compose(self -> self.request(owned(tool), input, type));
    }

    /** Gives work to a role that the module holds ({@code desk.review}); its outcome is an {@link #event}. */
    public Future<String> submit(String work, Object input) {
        return standIn(Surroundings.PROBE).compose(self -> self.submit(work, input));
    }

    /** Answers a tool that the module uses ({@code pricing.quote}, {@code seat:desk.backlog}). */
    public Future<Registration> answer(String tool, Function<Call<JsonObject>, ? extends Future<?>> handler) {
        if (tool.startsWith("seat:")) {
            return standIn(Surroundings.ROLES).compose(as -> as.handle(tool, JsonObject.class, handler));
        }
        int dot = tool.indexOf('.');
        return standIn(tool.substring(0, Math.max(dot, 0)))
                .compose(as -> as.handle(tool.substring(dot + 1), JsonObject.class, handler));
    }

    /** Does the work that the module submits ({@code desk.review}). */
    public Future<Registration> accept(String work, Function<Work<JsonObject>, Future<Outcome>> handler) {
        return standIn(Surroundings.ROLES).compose(as -> as.accept(work, JsonObject.class, handler));
    }

    /** The next delivery that the module finally failed at. */
    public Future<DeadLetter> deadLetter() {
        return dead.next();
    }

    /** Events and dead letters that came and no test asked for, by name with their number. */
    public Map<String, Integer> unseen() {
        Map<String, Integer> left = new LinkedHashMap<>();
        events.forEach((name, arrivals) -> left.put(name, arrivals.left()));
        left.put("dead letters", dead.left());
        left.values().removeIf(number -> number == 0);
        return left;
    }

    /** What the future gives, or its failure thrown as it is; bounded. Never on an event loop. */
    public <T> T await(Future<T> future) {
        return Waiting.of(future);
    }

    /** One connection for each stand-in, made at its first use and closed with the mesh. */
    private Future<Mesh> standIn(String module) {
        return standIns.computeIfAbsent(module, name -> Mesh.connect(vertx, mesh.options(name, Surroundings.NODE)));
    }

    private String owned(String name) {
        return name.startsWith("seat:") || name.contains(".") ? name : manifest.module() + "." + name;
    }

    Future<?> close() {
        return Future.join(standIns.values().stream()
                .map(connected -> connected.compose(Mesh::close))
                .toList());
    }
}
