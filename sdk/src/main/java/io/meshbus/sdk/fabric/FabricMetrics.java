package io.meshbus.sdk.fabric;

import java.util.Map;

/**
 * What one instance has counted since it connected; each only grows, but for {@code backlog}.
 *
 * @param published events the stream has stored
 * @param duplicates publishes that the server recognised and did not store
 * @param handled deliveries whose handler succeeded
 * @param parked events parked, by cause
 * @param deadLetterFailures parked events whose publish on {@link FabricSubjects#DEAD_LETTER} failed
 * @param bindingDrops binding changes that were dropped, by cause
 * @param framesSkipped frames of runners that could not be read
 * @param framesDropped messages of runners and sessions dropped because their reader was too slow
 * @param backlog by subscribed subject: events not yet handled by any instance, a few seconds old
 */
public record FabricMetrics(
        long published,
        long duplicates,
        long handled,
        Map<ParkCause, Long> parked,
        long deadLetterFailures,
        Map<BindingDrop, Long> bindingDrops,
        long framesSkipped,
        long framesDropped,
        Map<String, Long> backlog) {
    public FabricMetrics {
        parked = Map.copyOf(parked);
        bindingDrops = Map.copyOf(bindingDrops);
        backlog = Map.copyOf(backlog);
    }

    /** Why a binding change was dropped. */
    public enum BindingDrop {
        /** Its bytes are no binding change. */
        UNDECODABLE,
        /** It names another tenant than its subject. */
        MISMATCH
    }
}
