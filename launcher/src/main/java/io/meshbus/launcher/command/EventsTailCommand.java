package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.Printable;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.client.EventPattern;
import io.vertx.core.Promise;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code events tail}: one line an event, until Ctrl-C. */
@Command(
        name = "tail",
        description = "Show events live, until Ctrl-C.",
        footer = {"", "With -o json: one JSON document a line."})
final class EventsTailCommand extends ClientCommand {
    /** Longer than anyone watches. */
    private static final Duration FOREVER = Duration.ofDays(365);

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PATTERN",
            description = "MODULE.EVENT, with * for either: clock.tick, orders.*. Default: all.")
    String pattern = "*";

    @Option(names = "--count", paramLabel = "N", description = "End after N events.")
    long count = Long.MAX_VALUE;

    private @Nullable EventPattern wanted;

    EventsTailCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        wanted = EventPattern.parse(pattern);
    }

    @Override
    int run(Session session) {
        EventPattern heard = java.util.Objects.requireNonNull(wanted);
        Promise<Integer> end = Promise.promise();
        AtomicLong left = new AtomicLong(count);
        session.bus().onState(state -> note(state, end));
        cli.output().note("listening to " + heard + ", Ctrl-C ends");
        return session.run(
                FOREVER,
                client -> client.events(heard.subject(), message -> {
                            if (left.getAndDecrement() > 0) {
                                show(message);
                            }
                            if (left.get() <= 0 || cli.output().nobodyListens()) {
                                end.tryComplete(ExitCode.DONE);
                            }
                        })
                        .compose(subscription -> end.future()));
    }

    private void note(BusState state, Promise<Integer> end) {
        switch (state) {
            case RECONNECTING -> cli.output().note("the bus is away; events until it is back are not shown");
            case CONNECTED -> cli.output().note("connected");
            case CLOSED -> end.tryComplete(ExitCode.UNREACHABLE);
        }
    }

    private void show(Message message) {
        String name = EventPattern.nameOf(message.subject());
        JsonObject envelope = envelope(message);
        if (cli.output().json()) {
            cli.output()
                    .jsonLine(new JsonObject()
                            .put("event", name)
                            .put("subject", message.subject())
                            .put("envelope", envelope));
        } else {
            String time = envelope.getString("time", "");
            cli.output().line(Printable.of(time + "  " + name + "  " + text(envelope.getValue("data"))));
        }
    }

    private static JsonObject envelope(Message message) {
        try {
            return new JsonObject(message.body());
        } catch (DecodeException e) {
            return new JsonObject().put("bytes", message.body().length());
        }
    }
}
