package io.meshbus.bed.conformance;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Has a peer produce a case from what is given, and compares what the probe saw: subject, headers, every byte. */
final class Produced {
    private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.UTF_8);

    private static final Base64.Encoder BASE64 = Base64.getEncoder();

    private final Peer peer;
    private final Probe probe;

    Produced(Peer peer, Probe probe) {
        this.peer = peer;
        this.probe = probe;
    }

    /** Empty when it is right. */
    String check(Case one) throws Exception {
        probe.forget();
        return switch (one.does()) {
            case "event", "work" -> {
                Run.require(peer.ask(command(one)));
                yield compare(one, probe.next());
            }
            case "call" -> {
                try (AutoCloseable serving = probe.serve(one.subject(), Map.of(), NOTHING)) {
                    peer.ask(command(one));
                    Probe.Seen seen = probe.next();
                    String inbox = "_INBOX." + one.by() + ".";
                    yield seen != null && !seen.reply().startsWith(inbox)
                            ? "the answer is wanted outside " + inbox + ": " + seen.reply()
                            : compare(one, seen);
                }
            }
            case "relay" -> compareBytes(one.bytes(), bytes(peer.ask(command(one))));
            case "answer" -> {
                Run.require(peer.ask(command(one)));
                Probe.Seen answer = probe.call(toolOf(one), NOTHING);
                peer.ask("called", new JsonObject());
                yield compareButSubject(one, answer);
            }
            default -> outcome(one);
        };
    }

    private String outcome(Case one) throws Exception {
        Run.require(peer.ask(command(one)));
        String work = one.given().getString("work");
        byte[] body = "{\"v\":1,\"id\":\"%s\",\"submitter\":\"teller.n1\",\"input\":{}}"
                .formatted(work)
                .getBytes(StandardCharsets.UTF_8);
        probe.store("mesh.seat.desk.accept.review", Map.of("Nats-Msg-Id", List.of("for-" + work)), body);
        Probe.Seen asked = probe.next();
        if (asked == null || !asked.subject().equals("mesh.seat.desk.accept.review")) {
            return "the work itself was not seen";
        }
        String difference = compare(one, probe.next());
        peer.ask("worked", new JsonObject());
        return difference;
    }

    /** Bytes travel as base64 of the common alphabet. */
    static byte[] bytes(JsonObject json) {
        return Base64.getDecoder().decode(json.getString("bytes"));
    }

    static JsonObject command(Case one) {
        JsonObject command = one.given()
                .copy()
                .put("do", one.does())
                .put("on", one.subject())
                .put("headers", Case.json(one.headers()));
        return command.containsKey("bytes") ? command : command.put("bytes", BASE64.encodeToString(one.bytes()));
    }

    /** A tool of the seat where the case names it. */
    static String toolOf(Case one) {
        return one.given().containsKey("tool") ? "mesh.seat.desk.tool.ask" : "mesh.mod.hearer.tool.echo";
    }

    private static String compare(Case one, Probe.Seen seen) {
        if (seen == null) {
            return "nothing was sent";
        }
        return seen.subject().equals(one.subject())
                ? compareButSubject(one, seen)
                : "sent on " + seen.subject() + ", not on " + one.subject();
    }

    private static String compareButSubject(Case one, Probe.Seen seen) {
        if (seen == null) {
            return "nothing was answered";
        }
        return seen.headers().equals(one.headers())
                ? compareBytes(one.bytes(), seen.bytes())
                : "headers " + seen.headers() + ", not " + one.headers();
    }

    static String compareBytes(byte[] expected, byte[] sent) {
        int differs = Arrays.mismatch(expected, sent);
        return differs < 0
                ? ""
                : "byte " + differs + " differs: sent " + new String(sent, StandardCharsets.UTF_8) + ", not "
                        + new String(expected, StandardCharsets.UTF_8);
    }
}
