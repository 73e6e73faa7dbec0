package io.meshbus.control.observation;

import io.meshbus.control.observation.rules.AdvisoryKind;
import io.meshbus.control.observation.rules.AdvisoryKind.Place;
import io.meshbus.control.observation.rules.Tally;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.wire.BusObservation;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's advisories as observations: the first of a kind at a place is told at once, those of the next ten seconds
 * together. On one context.
 */
final class Advisories {
    private static final Logger LOG = LoggerFactory.getLogger(Advisories.class);
    private static final EventName OBSERVED = new EventName("bus_observed");
    static final Duration WINDOW = Duration.ofSeconds(10);
    /** Places that have a window open; what is said of others meanwhile is logged and not told. */
    private static final int PLACES_MAX = 2_000;

    private static final int REASON_CHARS_MAX = 500;

    private final Vertx vertx;
    private final Announcer announcer;
    private final Map<Place, Tally> open = new HashMap<>();

    Advisories(Vertx vertx, Announcer announcer) {
        this.vertx = vertx;
        this.announcer = announcer;
    }

    Future<?> hear(Bus streams) {
        return Future.all(Stream.of(AdvisoryKind.values())
                .map(kind -> streams.subscribe(kind.subjects(), this::heard))
                .toList());
    }

    private void heard(Message message) {
        AdvisoryKind.placeOf(message.subject()).ifPresent(place -> heard(place, read(message)));
    }

    /** The subject says what it is; a body that cannot be read adds nothing. */
    private static JsonObject read(Message message) {
        try {
            return new JsonObject(message.body());
        } catch (DecodeException | ClassCastException e) {
            return new JsonObject();
        }
    }

    private void heard(Place place, JsonObject said) {
        Tally waiting = open.get(place);
        Tally now = (waiting == null ? Tally.NONE : waiting)
                .and(text(said, "id"), number(said, "stream_seq"), text(said, "reason"));
        if (waiting != null) {
            open.put(place, now);
        } else if (open.size() < PLACES_MAX) {
            tell(place, now);
        } else {
            LOG.warn("observation-untold what={} stream={}", place.kind().word(), place.stream());
        }
    }

    private void tell(Place place, Tally tally) {
        open.put(place, Tally.NONE);
        vertx.setTimer(WINDOW.toMillis(), over -> ended(place));
        LOG.warn(
                "observed what={} stream={} consumer={} sequence={} count={}",
                place.kind().word(),
                place.stream(),
                place.consumer(),
                tally.sequence(),
                tally.count());
        BusObservation observation = new BusObservation(
                WireCodec.VERSION,
                place.kind().word(),
                place.stream(),
                place.consumer(),
                tally.sequence(),
                tally.count(),
                tally.reason());
        String subject = String.join(
                "/", place.consumer().isEmpty() ? List.of(place.stream()) : List.of(place.stream(), place.consumer()));
        announcer
                .tell(OBSERVED, subject, observation, place.kind().word() + " " + tally.first())
                .onFailure(fault -> LOG.warn("observation-untold why={}", String.valueOf(fault.getMessage())));
    }

    private void ended(Place place) {
        Tally waiting = open.remove(place);
        if (waiting != null && !waiting.isEmpty()) {
            tell(place, waiting);
        }
    }

    private static String text(JsonObject said, String member) {
        String text = said.getValue(member) instanceof String value ? value : "";
        return text.length() > REASON_CHARS_MAX ? text.substring(0, REASON_CHARS_MAX) : text;
    }

    private static long number(JsonObject said, String member) {
        return said.getValue(member) instanceof Number number ? number.longValue() : 0;
    }
}
