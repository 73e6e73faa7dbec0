package io.meshbus.node.host.rules;

import java.util.Comparator;

/**
 * The order of declarations (spec 3.7): the epoch first, then the stream sequence of the server's answer.
 *
 * @param epoch from inside the signed body
 * @param sequence from the server
 */
public record Position(long epoch, long sequence) implements Comparable<Position> {
    /** Before the first declaration. */
    public static final Position NONE = new Position(0, 0);

    private static final Comparator<Position> ORDER =
            Comparator.comparingLong(Position::epoch).thenComparingLong(Position::sequence);

    @Override
    public int compareTo(Position other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return epoch + "/" + sequence;
    }
}
