package io.meshbus.bed.conformance;

import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** The capability that everything else stands on: how a peer connects, and what it is refused. */
final class Connecting {
    private final Peer peer;
    private final Probe probe;
    private final Beds beds;
    private final PlainServer plain;

    Connecting(Peer peer, Probe probe, Beds beds, PlainServer plain) {
        this.peer = peer;
        this.probe = probe;
        this.beds = beds;
        this.plain = plain;
    }

    void all(Report report) {
        for (Case one : Fixtures.of("connection")) {
            report.note(peer, "connection", "passed", one.name(), () -> check(one));
        }
        report.note(peer, "connection", "passed", "the-servers-view", this::serversView);
    }

    private String check(Case one) throws Exception {
        return switch (one.does()) {
            case "connect" -> connect(one);
            case "publish" -> refusedAs(one, peer.ask(Produced.command(one)));
            default -> request(one);
        };
    }

    private String connect(Case one) throws Exception {
        JsonObject command = beds.connect(one.by()).mergeIn(one.given());
        switch (one.given().getString("server", "")) {
            case "plain" -> command.put("url", plain.url());
            case "none" -> command.put("url", "tls://127.0.0.1:" + PlainServer.unusedPort());
            default -> command.remove("server");
        }
        command.remove("refused");
        String wrong = refusedAs(one, peer.ask("connect", command));
        return wrong.isEmpty() && plain.wasToldAnything() ? "it told a server without TLS who it is" : wrong;
    }

    private static String refusedAs(Case one, JsonObject answer) {
        String expected = one.given().getString("refused");
        String said = answer.getString("refused");
        return java.util.Objects.equals(expected, said)
                ? ""
                : "refused as " + said + ", not " + expected + ": " + answer;
    }

    private String request(Case one) throws Exception {
        byte[] reply = Base64.getDecoder().decode(one.given().getString("answer"));
        var replyHeaders = Case.headers(one.given().getJsonObject("answerHeaders"));
        probe.forget();
        try (AutoCloseable serving = probe.serve(one.subject(), replyHeaders, reply)) {
            JsonObject answer = peer.ask(Produced.command(one));
            Probe.Seen seen = probe.next();
            if (seen == null || !Arrays.equals(seen.bytes(), one.bytes())) {
                return "other bytes arrived: " + seen;
            }
            if (!seen.headers().equals(one.headers())) {
                return "headers " + seen.headers() + " arrived, not " + one.headers();
            }
            if (!seen.reply().startsWith(one.given().getString("replyUnder"))) {
                return "the answer is wanted at " + seen.reply();
            }
            if (!Case.headers(answer.getJsonObject("headers")).equals(replyHeaders)) {
                return "headers " + answer.getJsonObject("headers") + " came back, not " + replyHeaders;
            }
            return Produced.compareBytes(reply, Produced.bytes(answer));
        }
    }

    /** TLS, the principal's own name, and no subscription outside its inbox. */
    private String serversView() throws Exception {
        List<JsonObject> connections = probe.connectionsOf(Beds.TELLER);
        if (connections.size() != 1) {
            return "the server sees " + connections.size() + " connections of " + Beds.TELLER;
        }
        JsonObject connection = connections.get(0);
        if (connection.getString("tls_version") == null) {
            return "the server sees no TLS: " + connection;
        }
        List<String> outside = connection.getJsonArray("subscriptions_list").stream()
                .map(String::valueOf)
                .filter(subject -> !subject.startsWith("_INBOX." + Beds.TELLER + "."))
                .toList();
        return outside.isEmpty() ? "" : "subscribed outside its inbox: " + outside;
    }
}
