package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.SubjectPattern;
import io.meshbus.sdk.wire.Envelope;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What every message costs in this JVM: its subject, its envelope, its headers, the check before the wire. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WireBench {
    private final String subject = "mesh.mod.orders.event.placed";
    private final MeshSubject parsed = MeshSubject.parse(subject);
    private final Headers headers = Headers.of("Nats-Msg-Id", "0123456789abcdef")
            .with("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    private final io.nats.client.impl.Headers wire = java.util.Objects.requireNonNull(Convert.headers(headers));
    private final io.nats.client.Message received = io.nats.client.impl.NatsMessage.builder()
            .subject(subject)
            .headers(wire)
            .data(new byte[256])
            .build();
    private final Message message = Message.of(subject, headers, Buffer.buffer(new byte[256]));
    private final Envelope envelope = new Envelope(
            "0123456789abcdef",
            "mesh://demo/n1/orders",
            "orders.placed",
            null,
            Instant.parse("2026-01-01T00:00:00.123Z"),
            Envelope.JSON,
            null,
            null,
            Map.of(),
            Buffer.buffer("{\"item\":\"tea\",\"quantity\":2,\"note\":\"" + "x".repeat(200) + "\"}"));
    private final Buffer encoded = envelope.encode();

    @Benchmark
    public MeshSubject subjectParse() {
        return MeshSubject.parse(subject);
    }

    @Benchmark
    public String subjectFormat() {
        return parsed.subject();
    }

    @Benchmark
    public boolean subjectMatches() {
        return SubjectMatch.matches("mesh.mod.*.event.>", subject);
    }

    @Benchmark
    public SubjectPattern patternParse() {
        return SubjectPattern.parse("mesh.mod.*.event.>");
    }

    @Benchmark
    public Buffer envelopeEncode() {
        return envelope.encode();
    }

    @Benchmark
    public Envelope envelopeDecode() {
        return Envelope.decode(encoded);
    }

    @Benchmark
    public Object headersToWire() {
        return Convert.headers(headers);
    }

    @Benchmark
    public Message messageFromWire() {
        return Convert.message(received);
    }

    @Benchmark
    public long guardBeforeTheWire() {
        Guard.message(message, 1 << 20, false);
        return message.body().length();
    }

    @Benchmark
    public Object ackAddress() {
        return AckAddress.of("EVENTS", "moda", "$JS.ACK.EVENTS.moda.1.6.7.1796058359065498816.3");
    }
}
