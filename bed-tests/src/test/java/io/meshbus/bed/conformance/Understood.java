package io.meshbus.bed.conformance;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Sends a peer the exact bytes of a case, and compares what its code was given with what the case says they mean. */
final class Understood {
    private static final int DEADLINE_SLACK_MS = 4_000;
    private static final int SHORT_MS = 300;
    private static final String TRACE = "00-00000000000000000000000000000001-0000000000000001-01";

    private final Peer peer;
    private final Probe probe;
    private int sentinels;

    Understood(Peer peer, Probe probe) {
        this.peer = peer;
        this.probe = probe;
    }

    /** Empty when it is right. */
    String check(Case one) throws Exception {
        return switch (one.does()) {
            case "event" -> event(one);
            case "work" -> work(one);
            case "outcome" -> outcome(one);
            case "call" -> call(one);
            default -> answer(one);
        };
    }

    private String event(Case one) throws Exception {
        probe.store(one.subject(), one.headers(), one.bytes());
        if (!one.given().containsKey("refused")) {
            return compare(meaning(one), peer.ask("heard", new JsonObject()));
        }
        String id = "sentinel-" + sentinels++;
        String after = ("{\"specversion\":\"1.0\",\"id\":\"%s\",\"source\":\"mesh://bed/n1/teller\","
                        + "\"type\":\"teller.told\",\"time\":\"2026-02-03T04:05:06.789Z\"}")
                .formatted(id);
        probe.store("mesh.mod.teller.event.told", Map.of("Nats-Msg-Id", List.of(id)), bytes(after));
        return nothingBefore(id, peer.ask("heard", new JsonObject()));
    }

    private String work(Case one) throws Exception {
        probe.store(one.subject(), one.headers(), one.bytes());
        if (!one.given().containsKey("refused")) {
            return compare(meaning(one), peer.ask("worked", new JsonObject()));
        }
        String id = "sentinel-" + sentinels++;
        String after = "{\"v\":1,\"id\":\"%s\",\"submitter\":\"teller.n1\",\"input\":{}}".formatted(id);
        probe.store(one.subject(), Map.of("Nats-Msg-Id", List.of(id)), bytes(after));
        return nothingBefore(id, peer.ask("worked", new JsonObject()));
    }

    private String outcome(Case one) throws Exception {
        probe.store(one.subject(), one.headers(), one.bytes());
        JsonObject meant = new JsonObject()
                .put("event", "seat:desk." + one.given().getString("event"))
                .put("id", one.given().getString("id"))
                .put("subject", one.given().getString("work"))
                .put("time", one.given().getString("time"))
                .put("data", one.given().getString("data"));
        JsonObject heard = peer.ask("heard", new JsonObject());
        JsonObject same = new JsonObject();
        meant.fieldNames().forEach(member -> same.put(member, heard.getValue(member)));
        return compare(meant, same);
    }

    private String call(Case one) throws Exception {
        Probe.Seen answer = probe.call(one);
        if (answer == null) {
            return "it was not answered";
        }
        String refusal = one.given().getString("answered");
        if (refusal == null) {
            JsonObject called = peer.ask("called", new JsonObject());
            int deadline = one.given().getInteger("deadline", 0);
            int left = called.getInteger("deadline", 0);
            if (deadline > 0 && (left > deadline || left < deadline - DEADLINE_SLACK_MS)) {
                return "time left " + left + " ms, not at most " + deadline;
            }
            called.remove("deadline");
            JsonObject meant = meaning(one);
            meant.remove("deadline");
            return compare(meant, called);
        }
        List<String> kind = answer.headers().get("Mesh-Error");
        if (!List.of(refusal).equals(kind)) {
            return "answered " + kind + ", not " + refusal;
        }
        JsonObject body = new JsonObject(new String(answer.bytes(), StandardCharsets.UTF_8));
        if (!List.copyOf(body.fieldNames()).equals(List.of("code", "message", "details"))) {
            return "the body of the error is " + body;
        }
        String id = "\"sentinel-" + sentinels++ + "\"";
        probe.call(one.subject(), bytes(id));
        String next = peer.ask("called", new JsonObject()).getString("input");
        return id.equals(next) ? "" : "its handler was given it all the same: " + next;
    }

    private String answer(Case one) throws Exception {
        boolean nobody = one.given().getBoolean("nobody", false);
        boolean silent = one.given().getBoolean("silent", false);
        JsonObject command = new JsonObject()
                .put("by", Beds.TELLER)
                .put("tool", one.given().getString("tool", "hearer.echo_2-x"))
                .put("input", "{}")
                .put("deadline", silent ? SHORT_MS : (int) Probe.LIMIT.toMillis())
                .put("traceparent", TRACE);
        JsonObject told = nobody ? peer.ask("call", command) : served(one, command, silent);
        JsonObject meant = meaning(one);
        if (!meant.containsKey("message")) {
            told.remove("message");
        }
        if (!meant.containsKey("details")) {
            told.remove("details");
        }
        return compare(meant, told);
    }

    private JsonObject served(Case one, JsonObject command, boolean silent) throws Exception {
        String subject = one.given().containsKey("tool") ? "mesh.seat.desk.tool.ask" : "mesh.mod.hearer.tool.echo_2-x";
        try (AutoCloseable serving = probe.serve(subject, one.headers(), silent ? null : one.bytes())) {
            return peer.ask("call", command);
        }
    }

    private static JsonObject meaning(Case one) {
        JsonObject meant = one.given().copy();
        List.of("by", "dataIsAValue", "nobody", "silent").forEach(meant::remove);
        if (one.does().equals("answer")) {
            meant.remove("tool");
        }
        return meant;
    }

    private static String nothingBefore(String id, JsonObject report) {
        return id.equals(report.getString("id")) ? "" : "it was given to its code all the same: " + report;
    }

    private static String compare(JsonObject meant, JsonObject understood) {
        return meant.equals(understood) ? "" : "understood " + understood + ", not " + meant;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
