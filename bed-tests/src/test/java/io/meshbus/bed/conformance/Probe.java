package io.meshbus.bed.conformance;

import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.JetStreamManagement;
import io.nats.client.Message;
import io.nats.client.MessageHandler;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.vertx.core.json.JsonObject;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The instrument: plain jnats connections with every right, which see and send exact bytes. Nothing of the SDK is in it. */
final class Probe implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(10);
    /** What the server adds to a message that an account imports, whoever sent it. */
    private static final String ADDED_BY_SERVER = "Nats-Request-Info";
    /** An inbox of the one declared caller: a responder may answer nowhere else. */
    private static final String INBOX = "_INBOX.teller.probe.";

    private final Connection mesh;
    private final Connection streams;
    private final Connection sys;
    private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

    /** A message as it passed. */
    record Seen(String subject, Map<String, List<String>> headers, byte[] bytes, String reply) {
        static Seen of(Message message) {
            Map<String, List<String>> headers = new LinkedHashMap<>();
            if (message.hasHeaders()) {
                message.getHeaders().forEach((name, values) -> headers.put(name, List.copyOf(values)));
                headers.remove(ADDED_BY_SERVER);
            }
            return new Seen(message.getSubject(), headers, message.getData(), message.getReplyTo());
        }
    }

    Probe(Beds beds, Path certificate) throws Exception {
        SSLContext tls = trusting(certificate);
        mesh = connect(beds, tls, Beds.PROBE + ".MESH");
        streams = connect(beds, tls, Beds.PROBE + ".STREAMS");
        sys = connect(beds, tls, "sys");
        Dispatcher watch = streams.createDispatcher(message -> seen.add(Seen.of(message)));
        List.of(Subjects.ALL_MODULE_EVENTS, Subjects.ALL_SEAT_EVENTS, Subjects.ALL_SEAT_WORK)
                .forEach(watch::subscribe);
        streams.flush(LIMIT);
    }

    private static Connection connect(Beds beds, SSLContext tls, String user) throws Exception {
        return Nats.connect(Options.builder()
                .server(beds.server().url())
                .sslContext(tls)
                .userInfo(user, beds.password(user).revealText())
                .inboxPrefix(INBOX)
                .maxReconnects(0)
                .connectionTimeout(LIMIT)
                .build());
    }

    private static SSLContext trusting(Path certificate) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            store.setCertificateEntry(
                    "broker", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    /** Streams and durables as the controller makes them, empty: also without the ids seen before. */
    void renewStreams() throws Exception {
        JetStreamManagement management = streams.jetStreamManagement();
        for (String stream : management.getStreamNames()) {
            management.deleteStream(stream);
        }
        stream(
                management,
                Streams.EVENTS,
                false,
                Subjects.ALL_MODULE_EVENTS,
                Subjects.ALL_REDRIVES,
                Subjects.ALL_SEAT_EVENTS);
        stream(management, Streams.DEAD_IN, true, Subjects.ALL_MODULE_DEAD);
        stream(management, "SEAT_desk", true, "mesh.seat.desk.accept.>");
        management.createConsumer(
                Streams.EVENTS,
                durable(
                        "hearer",
                        "mesh.mod.teller.event.told",
                        "mesh.mod.teller.event.told_2-x",
                        "mesh.seat.desk.event.reviewed",
                        "mesh.seat.desk.event.sent-back_2",
                        "mesh.mod.hearer.redrive.>"));
        management.createConsumer("SEAT_desk", durable(Streams.HOLDERS, "mesh.seat.desk.accept.>"));
        seen.clear();
    }

    private static void stream(JetStreamManagement management, String name, boolean queue, String... subjects)
            throws Exception {
        management.addStream(StreamConfiguration.builder()
                .name(name)
                .subjects(subjects)
                .retentionPolicy(queue ? RetentionPolicy.WorkQueue : RetentionPolicy.Limits)
                .build());
    }

    private static ConsumerConfiguration durable(String name, String... filters) {
        return ConsumerConfiguration.builder()
                .durable(name)
                .filterSubjects(filters)
                .ackWait(Duration.ofSeconds(20))
                .maxDeliver(5)
                .build();
    }

    /** The next event, or work, that anybody has sent since the last time. */
    Seen next() throws InterruptedException {
        return seen.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    void forget() {
        seen.clear();
    }

    /** Into its stream. */
    void store(String subject, Map<String, List<String>> headers, byte[] bytes) throws Exception {
        streams.jetStream().publish(message(subject, headers, bytes));
    }

    /** Calls a tool. */
    Seen call(Case call) throws Exception {
        Message answer = mesh.request(message(call.subject(), call.headers(), call.bytes()), LIMIT);
        return answer == null ? null : Seen.of(answer);
    }

    Seen call(String subject, byte[] bytes) throws Exception {
        Message answer = mesh.request(subject, bytes, LIMIT);
        return answer == null ? null : Seen.of(answer);
    }

    /** Serves a tool with one answer for all, null for none; what was asked is seen. */
    AutoCloseable serve(String subject, Map<String, List<String>> headers, byte[] answer) throws Exception {
        MessageHandler handler = message -> {
            seen.add(Seen.of(message));
            if (answer != null) {
                mesh.publish(message(message.getReplyTo(), headers, answer));
            }
        };
        Dispatcher dispatcher = mesh.createDispatcher(handler).subscribe(subject);
        mesh.flush(LIMIT);
        return () -> {
            mesh.closeDispatcher(dispatcher);
            mesh.flush(LIMIT);
        };
    }

    /** Nothing is in hand any more, and nothing came twice. */
    boolean awaitEverythingEnded(String stream, String consumer) {
        try {
            Awaitility.await().atMost(LIMIT).until(() -> everythingEnded(stream, consumer));
            return true;
        } catch (ConditionTimeoutException still) {
            return false;
        }
    }

    private boolean everythingEnded(String stream, String consumer) throws Exception {
        ConsumerInfo info = streams.jetStreamManagement().getConsumerInfo(stream, consumer);
        return info.getNumAckPending() == 0 && info.getNumPending() == 0 && info.getRedelivered() == 0;
    }

    /** The server's view of a user's connections, with their subscriptions. */
    List<JsonObject> connectionsOf(String user) throws Exception {
        Message answer = sys.request(
                "$SYS.REQ.SERVER.PING.CONNZ",
                new JsonObject()
                        .put("auth", true)
                        .put("subscriptions", true)
                        .toBuffer()
                        .getBytes(),
                LIMIT);
        return new JsonObject(new String(answer.getData(), java.nio.charset.StandardCharsets.UTF_8))
                .getJsonObject("data").getJsonArray("connections").stream()
                        .map(JsonObject.class::cast)
                        .filter(connection -> user.equals(connection.getString("authorized_user")))
                        .toList();
    }

    private static Message message(String subject, Map<String, List<String>> headers, byte[] bytes) {
        Headers wire = new Headers();
        headers.forEach(wire::add);
        return NatsMessage.builder().subject(subject).headers(wire).data(bytes).build();
    }

    @Override
    public void close() throws Exception {
        mesh.close();
        streams.close();
        sys.close();
    }
}
