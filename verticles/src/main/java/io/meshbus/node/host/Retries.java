package io.meshbus.node.host;

import io.meshbus.node.host.rules.Backoff;
import io.meshbus.sdk.id.ModuleId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Modules whose start failed, and when each is tried again; used on one context. */
final class Retries {
    private record Failed(String fingerprint, int failures, Instant notBefore, String reason) {}

    private final Backoff backoff;
    private final Clock clock;
    private final RandomGenerator random;
    private final Map<ModuleId, Failed> failed = new HashMap<>();

    Retries(Backoff backoff, Clock clock, RandomGenerator random) {
        this.backoff = backoff;
        this.clock = clock;
        this.random = random;
    }

    /** Why it must not be tried yet; empty when it may. A changed declaration may at once. */
    Optional<String> waiting(ModuleId module, String fingerprint) {
        Failed last = failed.get(module);
        return last != null
                        && last.fingerprint.equals(fingerprint)
                        && clock.instant().isBefore(last.notBefore)
                ? Optional.of(last.reason)
                : Optional.empty();
    }

    void failed(ModuleId module, String fingerprint, String reason) {
        Failed last = failed.get(module);
        int failures = last != null && last.fingerprint.equals(fingerprint) ? last.failures + 1 : 1;
        failed.put(
                module,
                new Failed(fingerprint, failures, clock.instant().plus(backoff.after(failures, random)), reason));
    }

    void forget(ModuleId module) {
        failed.remove(module);
    }

    /** Forgets all but these. */
    void retain(Collection<ModuleId> declared) {
        failed.keySet().retainAll(declared);
    }

    /** What may be the reason has changed: all may be tried again at once, and fail as often as before. */
    void again() {
        failed.replaceAll((module, last) -> new Failed(last.fingerprint, last.failures, Instant.MIN, last.reason));
    }

    /** Until the first of them may be tried again; empty when none waits. */
    Optional<Duration> next() {
        return failed.values().stream()
                .map(Failed::notBefore)
                .min(Instant::compareTo)
                .map(at -> at.isAfter(clock.instant()) ? Duration.between(clock.instant(), at) : Duration.ZERO);
    }
}
