package io.meshbus.bed.living;

import static org.awaitility.Awaitility.await;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.PlainClient;
import io.meshbus.bed.RolesBed;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Report;
import io.meshbus.sdk.wire.WireCodec;
import io.nats.client.PushSubscribeOptions;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.DeliverPolicy;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What flows while controllers come and go: pushes that each change one node's declaration, reports of a node that this
 * class speaks for, and among them some that nobody can read. It counts what it sent and what was published.
 */
final class ControllerLoad implements AutoCloseable {
    private static final Duration PUSH_LIMIT = Duration.ofSeconds(60);
    private static final long REPORT_MILLIS = 10;
    private static final int UNREADABLE_EACH = 50;

    private final RolesBed bed;
    private final DefinitionCopy definition;
    private final NodeId reporting;
    private final PlainClient host;
    private final PlainClient streams;
    private final Map<String, AtomicLong> published = new ConcurrentHashMap<>();
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
    private final AtomicLong unreadable = new AtomicLong();
    private final AtomicLong counter;
    private final JsonObject declared;
    private final long first;
    private long pushes;

    /**
     * @param first what the definition says as {@code largeFrom} of orders; each push raises it
     * @param counter of the node's last report
     */
    ControllerLoad(
            RolesBed bed,
            MeshDirectory directory,
            DefinitionCopy definition,
            long first,
            NodeId reporting,
            long counter)
            throws Exception {
        this.first = first;
        this.bed = bed;
        this.definition = definition;
        this.reporting = reporting;
        this.counter = new AtomicLong(counter);
        this.declared = bed.declarations().getJsonObject(reporting.value());
        this.host = PlainClient.host(directory, reporting);
        this.streams = PlainClient.streams(directory);
        streams.connection()
                .jetStream()
                .subscribe(
                        "mesh.node.*.declare",
                        streams.connection().createDispatcher(),
                        message -> published
                                .computeIfAbsent(
                                        message.getSubject() + " " + Digest.sha256(message.getData()),
                                        key -> new AtomicLong())
                                .incrementAndGet(),
                        false,
                        PushSubscribeOptions.builder().stream(Streams.NODES)
                                .ordered(true)
                                .configuration(ConsumerConfiguration.builder()
                                        .deliverPolicy(DeliverPolicy.New)
                                        .build())
                                .build());
        streams.flush();
    }

    /** Reports flow and pushes are made until the work has ended. */
    void during(Work work) throws Exception {
        ScheduledFuture<?> reports = threads.scheduleAtFixedRate(this::report, 0, REPORT_MILLIS, TimeUnit.MILLISECONDS);
        AtomicLong ended = new AtomicLong();
        Future<?> pushing = threads.submit(() -> {
            while (ended.get() == 0) {
                push();
            }
        });
        try {
            work.run();
        } finally {
            ended.set(1);
            pushing.get(2, TimeUnit.MINUTES);
            reports.cancel(false);
        }
        push();
        host.flush();
    }

    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    private void report() {
        long number = counter.incrementAndGet();
        Report report = new Report(
                WireCodec.VERSION,
                reporting,
                number,
                declared.getLong("epoch"),
                declared.getLong("sequence"),
                declared.getString("digest"),
                Report.Outcome.CONVERGED,
                "",
                List.of(),
                new JsonObject());
        host.connection()
                .publish(Subjects.report(reporting), WireCodec.encode(report).getBytes());
        if (number % UNREADABLE_EACH == 0) {
            host.connection()
                    .publish(
                            Subjects.report(reporting),
                            ("unreadable " + unreadable.incrementAndGet()).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Asked again until it is taken: between two leaders nobody answers. */
    private void push() {
        definition.edit(
                "modules/orders/module.yaml", "largeFrom: " + (first + pushes), "largeFrom: " + (first + pushes + 1));
        pushes++;
        await().atMost(PUSH_LIMIT)
                .until(() ->
                        bed.run("push", "--timeout", "20s", definition.root().toString())
                                        .exit()
                                == 0);
    }

    long pushes() {
        return pushes;
    }

    /** Of the last report. */
    long counter() {
        return counter.get();
    }

    long unreadable() {
        return unreadable.get();
    }

    /** By subject and digest: how often it was published. */
    Map<String, AtomicLong> published() {
        return published;
    }

    @Override
    public void close() throws Exception {
        threads.shutdownNow();
        host.close();
        streams.close();
    }
}
