package io.meshbus.control.deadletter.rules;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.WireHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How a letter comes back: to the module that failed and to no other (spec 3.8), or into its role's queue. */
public final class Redriving {
    /** Headers of the server's own; a redriven message gets new ones, and a new id (nats-server#5142). */
    private static final String SERVERS = "nats-";

    private Redriving() {}

    /** Where a letter's bytes go, and with which headers. */
    public record Way(String subject, Headers headers) {}

    /**
     * @param token names this redrive: {@code [a-z][a-z0-9_-]*}
     * @throws ProblemException {@code REFUSED} or {@code UNKNOWN_NAME}: there is nobody whom it could reach
     */
    public static Way back(Definition definition, DeadLetter letter, String token) {
        MeshSubject subject = subject(letter);
        if (subject instanceof MeshSubject.SeatWork work) {
            Seat seat = definition.seats().get(work.seat());
            if (seat == null || !seat.accepts().containsKey(work.verb())) {
                throw nobody("the role " + work.seat() + " does not take " + work.verb() + " any more");
            }
            return new Way(work.subject(), new Headers(headers(letter)));
        }
        ModuleId module = consumer(letter);
        Manifest manifest = definition.modules().get(module);
        if (manifest == null) {
            throw nobody("the mesh has no module " + module + " any more");
        }
        if (manifest.consumes().stream().noneMatch(ref -> ref.subject().equals(letter.subject()))) {
            throw nobody(module + " does not consume it any more");
        }
        return new Way(
                Subjects.redrive(module, token),
                new Headers(headers(letter)).with(WireHeaders.ORIGINAL_SUBJECT, letter.subject()));
    }

    private static MeshSubject subject(DeadLetter letter) {
        try {
            return MeshSubject.parse(letter.subject());
        } catch (ProblemException foreign) {
            throw nothing(letter);
        }
    }

    private static ModuleId consumer(DeadLetter letter) {
        if (!letter.stream().equals(Streams.EVENTS)) {
            throw nothing(letter);
        }
        return new ModuleId(letter.module());
    }

    private static Map<String, List<String>> headers(DeadLetter letter) {
        Map<String, List<String>> kept = new TreeMap<>(letter.headers());
        kept.keySet()
                .removeIf(name ->
                        name.toLowerCase(Locale.ROOT).startsWith(SERVERS) || name.equals(WireHeaders.ORIGINAL_SUBJECT));
        return kept;
    }

    private static ProblemException nothing(DeadLetter letter) {
        return Problem.of(
                        ProblemCode.REFUSED,
                        "this letter is neither an event nor work",
                        "it was on " + letter.subject() + " in " + letter.stream(),
                        "look at it and drop it")
                .asException();
    }

    private static ProblemException nobody(String why) {
        return Problem.of(
                        ProblemCode.UNKNOWN_NAME,
                        "nobody would get this letter",
                        why,
                        "push a definition that takes it, or drop the letter")
                .asException();
    }
}
