package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import io.nats.client.impl.Headers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Streams and durables by jnats' management, whose every call blocks and therefore runs on a worker. */
final class JnatsStreamAdmin implements StreamAdmin {
    private static final int STREAM_NOT_FOUND = 10059;
    private static final int CONSUMER_NOT_FOUND = 10014;
    static final int MESSAGE_NOT_FOUND = 10037;
    private static final int DELETE_FAILED = 10057;
    private static final int ATTEMPTS = 3;
    private static final Duration PAUSE = Duration.ofMillis(200);

    /** A management call. */
    private interface Work<T> {
        T run(JetStreamManagement management) throws IOException, JetStreamApiException;
    }

    private final Vertx vertx;
    private final Wire wire;
    private final JetStreamOptions options;

    JnatsStreamAdmin(Vertx vertx, Wire wire, String apiPrefix) {
        this.vertx = vertx;
        this.wire = wire;
        this.options = JetStreamOptions.builder()
                .prefix(apiPrefix)
                .requestTimeout(Requests.API_TIMEOUT)
                .build();
    }

    @Override
    public Future<Asserted> assertStream(StreamSpec spec) {
        return off(spec.name(), management -> {
            StreamConfiguration wanted = StreamMapping.stream(spec);
            StreamInfo found = orNull(STREAM_NOT_FOUND, () -> management.getStreamInfo(spec.name()));
            if (found == null) {
                management.addStream(wanted);
                return Asserted.CREATED;
            }
            List<Difference> differences = StreamMapping.differences(wanted, found.getConfiguration());
            return update(spec.name(), differences, () -> management.updateStream(wanted));
        });
    }

    @Override
    public Future<Asserted> assertConsumer(ConsumerSpec spec) {
        return off(spec.stream() + "/" + spec.name(), management -> {
            ConsumerInfo found =
                    orNull(CONSUMER_NOT_FOUND, () -> management.getConsumerInfo(spec.stream(), spec.name()));
            if (found == null) {
                management.createConsumer(spec.stream(), StreamMapping.consumer(spec));
                return Asserted.CREATED;
            }
            ConsumerConfiguration standing = found.getConsumerConfiguration();
            List<Difference> differences =
                    StreamMapping.differences(StreamMapping.consumer(spec.resumingAt(0)), standing);
            ConsumerConfiguration wanted = StreamMapping.consumer(spec, standing);
            return update(
                    spec.stream() + "/" + spec.name(),
                    differences,
                    () -> management.updateConsumer(spec.stream(), wanted));
        });
    }

    @Override
    public Future<Asserted> requireConsumer(ConsumerSpec spec) {
        String what = spec.stream() + "/" + spec.name();
        return off(what, management -> {
            ConsumerInfo found = known(management, spec);
            if (found == null) {
                try {
                    management.createConsumer(spec.stream(), StreamMapping.consumer(spec));
                    return Asserted.CREATED;
                } catch (JetStreamApiException raced) {
                    found = known(management, spec);
                    if (found == null) {
                        throw raced;
                    }
                }
            }
            List<Difference> differences = StreamMapping.differences(
                    StreamMapping.consumer(spec.resumingAt(0)), found.getConsumerConfiguration());
            if (!differences.isEmpty()) {
                throw drift(what, differences.get(0), "its peers run with other settings");
            }
            return Asserted.UNCHANGED;
        });
    }

    private static @Nullable ConsumerInfo known(JetStreamManagement management, ConsumerSpec spec)
            throws IOException, JetStreamApiException {
        return orNull(CONSUMER_NOT_FOUND, () -> management.getConsumerInfo(spec.stream(), spec.name()));
    }

    private interface Call<T> {
        T run() throws IOException, JetStreamApiException;
    }

    private static Asserted update(String what, List<Difference> differences, Call<?> update) throws IOException {
        if (differences.isEmpty()) {
            return Asserted.UNCHANGED;
        }
        Difference fixed =
                differences.stream().filter(Difference::fixed).findFirst().orElse(null);
        if (fixed != null) {
            throw drift(what, fixed, "the server cannot change it");
        }
        try {
            update.run();
            return Asserted.UPDATED;
        } catch (JetStreamApiException e) {
            throw drift(what, differences.get(0), "the server says: " + e.getErrorDescription());
        }
    }

    private static ProblemException drift(String what, Difference difference, String why) {
        return new Problem(
                        ProblemCode.STREAM_DRIFT,
                        what + ": " + difference.field() + " is not what it should be",
                        what,
                        "wanted " + difference.wanted() + ", found " + difference.found() + "; " + why,
                        "back up, delete and let the controller create it anew, or correct the definition")
                .asException();
    }

    @Override
    public Future<Void> deleteConsumer(String stream, String consumer) {
        return off(
                        stream + "/" + consumer,
                        management -> Optional.ofNullable(
                                orNull(CONSUMER_NOT_FOUND, () -> management.deleteConsumer(stream, consumer))))
                .mapEmpty();
    }

    @Override
    public Future<List<String>> consumers(String stream) {
        return off(stream, management -> List.copyOf(management.getConsumerNames(stream)));
    }

    @Override
    public Future<Optional<StreamState>> stream(String name) {
        return off(
                name,
                management -> Optional.ofNullable(orNull(STREAM_NOT_FOUND, () -> management.getStreamInfo(name)))
                        .map(StreamMapping::state));
    }

    @Override
    public Future<Optional<StoredMessage>> get(String stream, long sequence) {
        return off(
                stream,
                management -> Optional.ofNullable(
                                orNull(MESSAGE_NOT_FOUND, () -> management.getMessage(stream, sequence)))
                        .map(info -> stored(stream, info)));
    }

    static StoredMessage stored(String stream, MessageInfo info) {
        Headers headers = info.getHeaders();
        byte[] data = info.getData();
        Message message = new Message(
                String.valueOf(info.getSubject()),
                null,
                headers == null ? io.meshbus.sdk.bus.Headers.NONE : new io.meshbus.sdk.bus.Headers(headers.toMap()),
                data == null ? Buffer.buffer() : Buffer.buffer(data));
        return new StoredMessage(
                message,
                stream,
                info.getSeq(),
                Objects.requireNonNull(info.getTime(), "time").toInstant());
    }

    @Override
    public Future<Void> deleteMessage(String stream, long sequence) {
        return off(stream, management -> {
                    try {
                        return management.deleteMessage(stream, sequence);
                    } catch (JetStreamApiException e) {
                        if (e.getApiErrorCode() == MESSAGE_NOT_FOUND || isGone(e)) {
                            return false;
                        }
                        throw e;
                    }
                })
                .mapEmpty();
    }

    /** One code for every reason why a delete fails. */
    private static boolean isGone(JetStreamApiException e) {
        return e.getApiErrorCode() == DELETE_FAILED && e.getErrorDescription().contains("no message found");
    }

    @Override
    public <T> Future<Scan<T>> scan(
            String stream, String subject, long from, int most, Function<StoredMessage, Optional<T>> pick) {
        return off(
                stream,
                management ->
                        new StreamScan<>(management, wire.jetStream(options), stream, subject, most, pick).from(from));
    }

    @Override
    public Future<Void> pause(String stream, String name, Duration time) {
        return off(
                        stream + "/" + name,
                        management -> time.isZero()
                                ? management.resumeConsumer(stream, name)
                                : management
                                        .pauseConsumer(
                                                stream,
                                                name,
                                                ZonedDateTime.now(ZoneOffset.UTC)
                                                        .plus(time))
                                        .isPaused())
                .mapEmpty();
    }

    @Override
    public Future<Optional<ConsumerState>> consumer(String stream, String name) {
        return off(
                stream + "/" + name,
                management -> Optional.ofNullable(
                                orNull(CONSUMER_NOT_FOUND, () -> management.getConsumerInfo(stream, name)))
                        .map(StreamMapping::state));
    }

    private <T> Future<T> off(String what, Work<T> work) {
        Home home = Home.here(vertx);
        return home.tell(off(what, work, ATTEMPTS));
    }

    /** A reload of the server can swallow a question; all of them may be asked again, for each means the same twice. */
    private <T> Future<T> off(String what, Work<T> work, int attempts) {
        Future<T> answer = vertx.executeBlocking(() -> attempt(what, work), false);
        return answer.recover(cause ->
                attempts > 1 && cause instanceof ProblemException problem && problem.code() == ProblemCode.BUS_AWAY
                        ? vertx.timer(PAUSE.toMillis(), TimeUnit.MILLISECONDS)
                                .compose(waited -> off(what, work, attempts - 1))
                        : Future.failedFuture(cause));
    }

    private <T> T attempt(String what, Work<T> work) {
        try {
            return work.run(wire.management(options));
        } catch (JetStreamApiException e) {
            throw new ProblemException(
                    new Problem(
                            ProblemCode.FAILED,
                            "the streams' server refuses",
                            what,
                            "the server says: " + e.getErrorDescription() + " (" + e.getApiErrorCode() + ")",
                            "see why"),
                    e);
        } catch (IOException e) {
            throw wire.away(String.valueOf(e.getMessage()), e);
        }
    }

    private static <T> @Nullable T orNull(int absent, Call<T> call) throws IOException, JetStreamApiException {
        try {
            return call.run();
        } catch (JetStreamApiException e) {
            if (e.getApiErrorCode() == absent) {
                return null;
            }
            throw e;
        }
    }
}
