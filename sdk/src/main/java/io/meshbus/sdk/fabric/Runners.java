package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** Commands to runners and events from them (spec 6.4): core NATS, at most once. */
public final class Runners {
    /** Names the runner of an event. */
    public static final String RUNNER_ID = "Compass-Runner-Id";

    private final Bus bus;
    private final Meters meters;
    private final Gate gate;

    Runners(Bus bus, Meters meters, Gate gate) {
        this.bus = bus;
        this.meters = meters;
        this.gate = gate;
    }

    /** Completes once the server has it, which does not say that the runner has. */
    public Future<Void> sendCommand(String runner, Buffer command) {
        return gate.through(() -> bus.publish(Message.of(FabricSubjects.runnerCommand(runner), command))
                .compose(published -> bus.flush()));
    }

    public Future<Void> sendCommand(String runner, JsonObject command) {
        return sendCommand(runner, WireCodec.encode(command));
    }

    /** What servers tell this runner; completes once the server has accepted the subscription. */
    public Future<Frames<Buffer>> commands(String runner) {
        return gate.through(() -> {
            Frames<Buffer> frames = new Frames<>(message -> Optional.of(message.body()), meters);
            return bus.subscribe(FabricSubjects.runnerCommand(runner), frames::receive)
                    .map(frames::over);
        });
    }

    /** @param runner who says it; printable ASCII, for it travels in a header */
    public Future<Void> publishRunnerEvent(String runner, JsonObject event) {
        return gate.through(() -> {
            FabricSubjects.runnerCommand(runner);
            return bus.publish(
                    Message.of(FabricSubjects.runnerEvents(), Headers.of(RUNNER_ID, runner), WireCodec.encode(event)));
        });
    }

    /** The runners' events, each to one of the instances; those of one runner in their order within an instance. */
    public Future<Frames<RunnerEvent>> runnerEvents() {
        return gate.through(() -> {
            Frames<RunnerEvent> frames = new Frames<>(Runners::read, meters);
            return bus.subscribe(FabricSubjects.runnerEvents(), FabricSubjects.RUNNER_EVENTS_QUEUE, frames::receive)
                    .map(frames::over);
        });
    }

    private static Optional<RunnerEvent> read(Message message) {
        String runner = message.headers().first(RUNNER_ID);
        if (runner == null || runner.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new RunnerEvent(runner, WireCodec.decode(message.body(), JsonObject.class)));
        } catch (ProblemException unreadable) {
            return Optional.empty();
        }
    }

    /** @param runner who said it, by its own word */
    public record RunnerEvent(String runner, JsonObject event) {}
}
