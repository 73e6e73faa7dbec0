package io.meshbus.node.host;

import io.meshbus.node.host.rules.Backoff;
import io.meshbus.node.host.rules.Resources;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Report;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores reports, one after the other, each tried until the stream has acknowledged it. Used on the host's context. A
 * report that is lost with the process is replaced by the one made at the next start.
 */
final class Reporter {
    /** Bytes of a report at most: below CONTROL's 64 KiB a message (spec 2.3). */
    static final int REPORT_BYTES_MAX = 48 << 10;
    /** Reports waiting at most; the oldest gives way, as the newest says how things are. */
    static final int WAITING_MAX = 32;

    private static final Logger LOG = LoggerFactory.getLogger(Reporter.class);

    private final Vertx vertx;
    private final Supplier<@Nullable Bus> bus;
    private final Backoff backoff;
    private final RandomGenerator random;
    private final Deque<Report> waiting = new ArrayDeque<>();
    private boolean sending;
    private boolean closed;
    private int failures;

    Reporter(Vertx vertx, Supplier<@Nullable Bus> bus, Backoff backoff, RandomGenerator random) {
        this.vertx = vertx;
        this.bus = bus;
        this.backoff = backoff;
        this.random = random;
    }

    void add(Report report) {
        while (waiting.size() >= WAITING_MAX) {
            Report dropped = waiting.removeFirst();
            LOG.warn("report-dropped node={} counter={}", dropped.node(), dropped.counter());
        }
        waiting.addLast(report);
        send();
    }

    /** Tries at once what waits, for example because the bus is back. */
    void send() {
        Bus now = bus.get();
        Report next = waiting.peekFirst();
        if (sending || closed || next == null || now == null) {
            return;
        }
        sending = true;
        store(now, next).onComplete(result -> {
            sending = false;
            if (result.succeeded()) {
                failures = 0;
                waiting.remove(next);
                LOG.info(
                        "report-stored node={} counter={} epoch={} sequence={} outcome={}",
                        next.node(),
                        next.counter(),
                        next.epoch(),
                        next.sequence(),
                        next.outcome());
                send();
            } else {
                failures++;
                LOG.warn(
                        "report-held node={} counter={} failures={} reason=\"{}\"",
                        next.node(),
                        next.counter(),
                        failures,
                        ModuleSet.reason(result.cause()));
                vertx.setTimer(backoff.after(failures, random).toMillis(), timer -> send());
            }
        });
    }

    private static Future<?> store(Bus bus, Report report) {
        return Future.succeededFuture()
                .compose(nothing ->
                        bus.store(Message.of(Subjects.report(report.node()), encode(report)), PublishOptions.PLAIN));
    }

    /** Its bytes, with fewer resources when they would be too many. */
    static Buffer encode(Report report) {
        int resources = Resources.RESOURCES_MAX;
        Buffer bytes = encode(report, resources);
        while (bytes.length() > REPORT_BYTES_MAX && resources > 0) {
            resources /= 2;
            bytes = encode(report, resources);
        }
        return bytes;
    }

    private static Buffer encode(Report report, int resources) {
        return WireCodec.encode(new Report(
                report.v(),
                report.node(),
                report.counter(),
                report.epoch(),
                report.sequence(),
                report.digest(),
                report.outcome(),
                report.reason(),
                Resources.bounded(report.resources(), resources),
                report.facts()));
    }

    void close() {
        closed = true;
    }
}
