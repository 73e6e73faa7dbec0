package io.meshbus.control.observation.rules;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The advisories that are observations: something was lost, or will not be tried again. */
public enum AdvisoryKind {
    /** A delivery was tried as often as it may be. */
    MAX_DELIVERIES("CONSUMER.MAX_DELIVERIES"),
    /** A delivery was ended without being handled. */
    TERMINATED("CONSUMER.MSG_TERMINATED"),
    CONSUMER_DELETED("CONSUMER.DELETED"),
    CONSUMER_QUORUM_LOST("CONSUMER.QUORUM_LOST"),
    STREAM_DELETED("STREAM.DELETED"),
    STREAM_QUORUM_LOST("STREAM.QUORUM_LOST");

    private static final String ROOT = "$JS.EVENT.ADVISORY.";
    /** Through which the controller itself reads a stream; it comes and goes with each reading. */
    private static final Pattern OF_A_READING = Pattern.compile("scan-[0-9a-f-]{36}");

    private final String tokens;

    AdvisoryKind(String tokens) {
        this.tokens = tokens;
    }

    /** What to hear all of the kind on. */
    public String subjects() {
        return ROOT + tokens + ".>";
    }

    /** As an observation names it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * What an advisory is about.
     *
     * @param consumer empty when it is about the stream
     */
    public record Place(AdvisoryKind kind, String stream, String consumer) {}

    /** Empty for what is no observation. */
    public static Optional<Place> placeOf(String subject) {
        return Stream.of(values())
                .filter(kind -> subject.startsWith(ROOT + kind.tokens + "."))
                .findFirst()
                .flatMap(kind -> kind.place(List.of(subject.substring(ROOT.length() + kind.tokens.length() + 1)
                        .split("\\.", -1))));
    }

    private Optional<Place> place(List<String> named) {
        boolean ofStream = tokens.startsWith("STREAM.");
        if (named.size() != (ofStream ? 1 : 2) || named.contains("")) {
            return Optional.empty();
        }
        String consumer = ofStream ? "" : named.get(1);
        return OF_A_READING.matcher(consumer).matches()
                ? Optional.empty()
                : Optional.of(new Place(this, named.get(0), consumer));
    }
}
