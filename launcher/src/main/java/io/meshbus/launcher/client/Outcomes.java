package io.meshbus.launcher.client;

import io.meshbus.sdk.client.Submitted;
import io.meshbus.sdk.manifest.SeatVerb;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Gives work and waits for what becomes of it, by asking again and again. The caller's thread waits. */
public final class Outcomes {
    private static final String OUTCOME = "seat_outcome";
    private static final Set<String> OPEN = Set.of("waiting", "begun");
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final Duration PAUSE_FIRST = Duration.ofMillis(100);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(1);
    /** How long a letter may take from the queue to where letters are kept, until silence is believed. */
    private static final Duration SILENCE = Duration.ofSeconds(3);

    private Outcomes() {}

    /**
     * The last answer of the controller: its {@code state} is still {@code waiting} or {@code begun} when the time is over.
     *
     * @param given told once the work is stored
     */
    public static JsonObject await(
            Session session, SeatVerb work, Buffer input, Duration timeout, Consumer<Submitted> given) {
        JsonObject question = new JsonObject().put("seat", work.seat().value());
        JsonObject from = ask(session, question);
        Submitted submitted = session.run(LIMIT, client -> client.submit(work, input));
        given.accept(submitted);
        question.put("id", submitted.id()).put("sequence", submitted.sequence()).mergeIn(from);
        long end = System.nanoTime() + timeout.toNanos();
        long silentUntil = Long.MAX_VALUE;
        Duration pause = PAUSE_FIRST;
        while (true) {
            JsonObject answer = ask(session, question);
            long now = System.nanoTime();
            boolean silent = answer.getString("state", "").equals("ended");
            if (silent && silentUntil == Long.MAX_VALUE) {
                silentUntil = now + SILENCE.toNanos();
            }
            boolean decided = silent ? now - silentUntil >= 0 : !OPEN.contains(answer.getString("state", ""));
            if (decided || now - end >= 0) {
                return answer;
            }
            sleep(session, pause);
            pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : pause.multipliedBy(2);
        }
    }

    private static JsonObject ask(Session session, JsonObject question) {
        return session.run(LIMIT, client -> client.ask(OUTCOME, question));
    }

    private static void sleep(Session session, Duration pause) {
        session.run(LIMIT, client -> session.vertx().timer(pause.toMillis(), TimeUnit.MILLISECONDS));
    }
}
