package io.meshbus.control.deadletter.rules;

import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import java.time.Instant;
import java.util.Optional;

/**
 * A dead letter as it is kept.
 *
 * @param id its sequence in DEAD
 * @param at when it was kept
 * @param version of the module's manifest at that time; empty when nobody knew
 */
public record Letter(long id, Instant at, String version, DeadLetter dead) {
    /** Empty when what is stored is no letter. */
    public static Optional<Letter> read(StoredMessage stored) {
        try {
            String version = stored.message().headers().first(WireHeaders.MODULE_VERSION);
            return Optional.of(new Letter(
                    stored.sequence(),
                    stored.time(),
                    version == null ? "" : version,
                    WireCodec.decode(stored.message().body(), DeadLetter.class)));
        } catch (ProblemException unreadable) {
            return Optional.empty();
        }
    }

    /** The event or the work it was, as manifests name it; else its subject. */
    public String event() {
        try {
            MeshSubject subject = MeshSubject.parse(dead.subject());
            if (subject instanceof MeshSubject.Event of) {
                return new EventRef.OfModule(of.module(), of.event()).toString();
            }
            if (subject instanceof MeshSubject.SeatEvent of) {
                return new EventRef.OfSeat(of.seat(), of.event()).toString();
            }
            if (subject instanceof MeshSubject.SeatWork of) {
                return new SeatVerb(of.seat(), of.verb()).toString();
            }
        } catch (ProblemException foreign) {
            return dead.subject();
        }
        return dead.subject();
    }

    /** What one would mend together: who failed on what, why, in which version. */
    public Group group() {
        return new Group(dead.module(), event(), dead.code(), version);
    }

    /** @param reason the letter's code */
    public record Group(String module, String event, String reason, String version) {}

    /** Without headers and body, for lists. */
    public Letter withoutBytes() {
        return new Letter(
                id,
                at,
                version,
                new DeadLetter(
                        dead.v(),
                        dead.stream(),
                        dead.consumer(),
                        dead.sequence(),
                        dead.subject(),
                        dead.module(),
                        dead.attempts(),
                        dead.code(),
                        dead.reason(),
                        java.util.Map.of(),
                        ""));
    }
}
