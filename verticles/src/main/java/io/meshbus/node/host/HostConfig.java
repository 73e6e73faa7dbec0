package io.meshbus.node.host;

import io.meshbus.node.host.rules.Backoff;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How a host behaves.
 *
 * @param directory its state
 * @param heartbeat how often it says that it lives
 * @param sweep how often it reads its declaration without being nudged
 * @param drift how often it looks whether everything still is as declared
 * @param connect waits between tries to connect
 * @param probe a connection that has been away this long is asked why, by a second one
 * @param refused wait before trying again with credentials that the bus refused
 * @param report waits between tries to store a report
 * @param start waits between starts of a module that fails
 * @param process waits between restarts of a process that ends
 */
public record HostConfig(
        Path directory,
        Duration heartbeat,
        Duration sweep,
        Duration drift,
        Backoff connect,
        Duration probe,
        Duration refused,
        Backoff report,
        Backoff start,
        Backoff process) {
    /** The intervals of spec 3.7. */
    public static HostConfig in(Path directory) {
        return new HostConfig(
                directory,
                Duration.ofSeconds(10),
                Duration.ofMinutes(3),
                Duration.ofSeconds(30),
                Backoff.ofSeconds(1, 2, 5, 10, 30),
                Duration.ofSeconds(15),
                Duration.ofMinutes(1),
                Backoff.ofSeconds(1, 2, 5, 10),
                Backoff.ofSeconds(2, 5, 15, 60, 300),
                Backoff.ofSeconds(1, 2, 5, 10, 30));
    }

    /** The same, with other times to look and to say. */
    public HostConfig withIntervals(Duration newHeartbeat, Duration newSweep, Duration newDrift) {
        return new HostConfig(
                directory, newHeartbeat, newSweep, newDrift, connect, probe, refused, report, start, process);
    }

    /** The same, with another patience with a lost connection. */
    public HostConfig withProbe(Duration newProbe) {
        return new HostConfig(directory, heartbeat, sweep, drift, connect, newProbe, refused, report, start, process);
    }
}
