package io.meshbus.control.ask;

import io.meshbus.control.ControlAddress;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** Questions that another verticle or a stream answers: the composed list, dead letters. */
final class OtherCommands {
    private static final int DEAD_SHOWN_MAX = 100;

    private final Vertx vertx;
    private final StreamAdmin admin;

    OtherCommands(Vertx vertx, StreamAdmin admin) {
        this.vertx = vertx;
        this.admin = admin;
    }

    Map<String, AskCommand> all() {
        return Map.of(
                "accounts_show", asked -> forward(ControlAddress.ACCOUNTS_SHOW, asked),
                "accounts_explain", asked -> forward(ControlAddress.ACCOUNTS_EXPLAIN, asked),
                "accounts_diff", asked -> forward(ControlAddress.ACCOUNTS_DIFF, asked),
                "dead_list", this::dead);
    }

    private Future<JsonObject> forward(String address, Asked asked) {
        return vertx.eventBus().<JsonObject>request(address, asked.input()).map(reply -> reply.body());
    }

    /** The newest ones, newest first. */
    private Future<JsonObject> dead(Asked asked) {
        long limit = asked.number("limit", DEAD_SHOWN_MAX, 1, DEAD_SHOWN_MAX);
        return admin.stream(Streams.DEAD).compose(found -> {
            long last = found.map(state -> state.lastSequence()).orElse(0L);
            long first = Math.max(found.map(state -> state.firstSequence()).orElse(1L), last - limit + 1);
            List<Future<Optional<StoredMessage>>> reads = new ArrayList<>();
            LongStream.rangeClosed(Math.max(1, first), last)
                    .forEach(sequence -> reads.add(admin.get(Streams.DEAD, sequence)));
            return Future.all(reads).map(all -> {
                JsonArray letters = new JsonArray();
                for (int i = reads.size() - 1; i >= 0; i--) {
                    reads.get(i).result().ifPresent(stored -> letters.add(letter(stored)));
                }
                return new JsonObject()
                        .put("letters", letters)
                        .put("total", found.map(state -> state.messages()).orElse(0L));
            });
        });
    }

    private static JsonObject letter(StoredMessage stored) {
        DeadLetter letter = WireCodec.decode(stored.message().body(), DeadLetter.class);
        return new JsonObject()
                .put("id", stored.sequence())
                .put("at", stored.time().toString())
                .put("module", letter.module())
                .put("subject", letter.subject())
                .put("code", letter.code())
                .put("reason", letter.reason())
                .put("attempts", letter.attempts())
                .put("stream", letter.stream())
                .put("consumer", letter.consumer())
                .put("sequence", letter.sequence());
    }
}
