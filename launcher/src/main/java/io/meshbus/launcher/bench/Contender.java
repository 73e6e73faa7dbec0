package io.meshbus.launcher.bench;

/** One side of a comparison. Each method is one round: it blocks until its work is done and gives what it measured. */
public interface Contender extends AutoCloseable {
    /** Calls a tool {@code count} times, each after the last was answered; the nanoseconds of each. */
    long[] callOneByOne(int count);

    /** Calls a tool, {@code window} calls on their way at once; calls a second. */
    double callMany(int count, int window);

    /** Publishes events and awaits the stream's acknowledgement, {@code window} on their way at once; events a second. */
    double publish(int count, int window);

    /** Consumes {@code count} events of a durable and acks each; events a second. */
    double consume(String durable, int count);

    @Override
    void close();
}
