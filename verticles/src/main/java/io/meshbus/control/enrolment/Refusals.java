package io.meshbus.control.enrolment;

import io.meshbus.sdk.id.TokenId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Refused requests of one token are answered a bounded number of times a minute. On one context. */
final class Refusals {
    static final int ANSWERS_MAX = 20;
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int TOKENS_MAX = 1_000;

    private final Clock clock;
    private final Map<TokenId, Window> windows = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TokenId, Window> eldest) {
            return size() > TOKENS_MAX;
        }
    };

    Refusals(Clock clock) {
        this.clock = clock;
    }

    private record Window(Instant began, int refused) {}

    /** Counts one more; whether it may still be answered. */
    boolean mayAnswer(TokenId token) {
        Instant now = clock.instant();
        Window before = windows.get(token);
        Window next = before == null || Duration.between(before.began(), now).compareTo(WINDOW) > 0
                ? new Window(now, 1)
                : new Window(before.began(), before.refused() + 1);
        windows.put(token, next);
        return next.refused() <= ANSWERS_MAX;
    }
}
