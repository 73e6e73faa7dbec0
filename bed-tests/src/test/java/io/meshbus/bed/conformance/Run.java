package io.meshbus.bed.conformance;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/** One peer's way through the capabilities it claims. A case that fails is noted, and the next is tried. */
final class Run {
    private final Peer peer;
    private final Probe probe;
    private final Beds beds;
    private final PlainServer plain;
    private final Report report;
    private final Produced produced;
    private final Understood understood;

    Run(Peer peer, Probe probe, Beds beds, PlainServer plain, Report report) {
        this.peer = peer;
        this.probe = probe;
        this.beds = beds;
        this.plain = plain;
        this.report = report;
        this.produced = new Produced(peer, probe);
        this.understood = new Understood(peer, probe);
    }

    void all() throws Exception {
        probe.renewStreams();
        new Connecting(peer, probe, beds, plain).all(report);
        require(peer.ask("connect", beds.connect(Beds.HEARER)));
        produce(List.of("event", "relay", "call", "work"));
        // While the probe is the only one who serves.
        understand(List.of("answer"));
        probe.renewStreams();
        require(peer.ask("listen", new JsonObject().put("by", Beds.HEARER)));
        understand(List.of("event", "call", "work", "outcome"));
        deliveriesEnd();
        produce(List.of("answer", "outcome"));
    }

    private List<String> claimed() {
        return Fixtures.CAPABILITIES.stream()
                .filter(capability -> !capability.equals("connection"))
                .filter(peer.claims()::contains)
                .toList();
    }

    private void produce(List<String> kinds) {
        for (String capability : claimed()) {
            for (Case one : Fixtures.of(capability)) {
                if (kinds.contains(one.does()) && !one.consumeOnly()) {
                    report.note(peer, capability, "produced", one.name(), () -> produced.check(one));
                }
            }
        }
    }

    private void understand(List<String> kinds) {
        for (String capability : claimed()) {
            for (Case one : Fixtures.of(capability)) {
                if (kinds.contains(one.does())) {
                    report.note(peer, capability, "understood", one.name(), () -> understood.check(one));
                }
            }
        }
    }

    private void deliveriesEnd() {
        for (Map.Entry<String, List<String>> queue : queues().entrySet()) {
            report.note(peer, queue.getKey(), "understood", "every-delivery-ends-once", () -> {
                var names = queue.getValue();
                return probe.awaitEverythingEnded(names.get(0), names.get(1))
                        ? ""
                        : "a delivery of " + names + " is still in hand, or came twice";
            });
        }
    }

    private Map<String, List<String>> queues() {
        Map<String, List<String>> queues = new java.util.LinkedHashMap<>();
        if (peer.claims().contains("events")) {
            queues.put("events", List.of("EVENTS", "hearer"));
        }
        if (peer.claims().contains("seats")) {
            queues.put("seats", List.of("SEAT_desk", "holders"));
        }
        return queues;
    }

    static void require(JsonObject answer) {
        if (!answer.isEmpty()) {
            throw new IllegalStateException("refused: " + answer);
        }
    }
}
