package io.meshbus.control.observation;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The bucket as it was last seen; a controller that led before may still write it. On one context. */
final class StateBucket {
    /** A condition has some hundred bytes and the bucket 64 MiB: more keys than it can hold. */
    private static final int KEYS_MAX = 500_000;

    private final Bus streams;
    private final StreamAdmin admin;
    private final Map<String, Kept> kept = new TreeMap<>();
    private @Nullable Instant created;

    StateBucket(Bus streams, StreamAdmin admin) {
        this.streams = streams;
        this.admin = admin;
    }

    /** @param sequence of its message, 0 for a key that was never written */
    record Kept(long sequence, Buffer value) {
        static final Kept NOTHING = new Kept(0, Buffer.buffer());
    }

    /** Reads all of it, when that has not been done since the server made it. */
    Future<Void> know() {
        return admin.stream(Streams.STATE).compose(state -> {
            Instant found = state.map(StreamAdmin.StreamState::created).orElse(null);
            return found == null || found.equals(created)
                    ? Future.succeededFuture()
                    : read().onSuccess(done -> created = found);
        });
    }

    private Future<Void> read() {
        kept.clear();
        return admin.scan(Streams.STATE, Subjects.allStateKeys(), 1, KEYS_MAX, Optional::of)
                .map(scan -> {
                    scan.picked().forEach(this::keep);
                    return null;
                });
    }

    private void keep(StoredMessage stored) {
        String key = stored.message().subject().substring(Subjects.stateKey("").length());
        kept.put(key, new Kept(stored.sequence(), stored.message().body()));
    }

    Map<String, Kept> all() {
        return Map.copyOf(kept);
    }

    Kept of(String key) {
        return kept.getOrDefault(key, Kept.NOTHING);
    }

    /**
     * Replaces what was there as this bucket knows it. False when another controller was first: then the bucket knows what
     * that one wrote.
     */
    Future<Boolean> put(String key, Buffer value) {
        String subject = Subjects.stateKey(key);
        return streams.store(Message.of(subject, value), PublishOptions.expecting(of(key).sequence()))
                .map(stored -> {
                    kept.put(key, new Kept(stored.sequence(), value));
                    return true;
                })
                .recover(fault -> isRace(fault) ? learn(key, subject) : Future.failedFuture(fault));
    }

    private Future<Boolean> learn(String key, String subject) {
        return streams.last(Streams.STATE, subject).map(found -> {
            found.ifPresentOrElse(this::keep, () -> kept.remove(key));
            return false;
        });
    }

    private static boolean isRace(Throwable fault) {
        return fault instanceof ProblemException problem && problem.code() == ProblemCode.STORE_REFUSED;
    }
}
