package io.meshbus.bed.conformance;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.wire.Alive;
import io.meshbus.sdk.wire.BrokerReport;
import io.meshbus.sdk.wire.BusObservation;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.EnrolmentAnswer;
import io.meshbus.sdk.wire.EnrolmentRequest;
import io.meshbus.sdk.wire.ModuleCondition;
import io.meshbus.sdk.wire.NodeCondition;
import io.meshbus.sdk.wire.Push;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.Report;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/** One payload of each kind, for the page. */
final class WireExamples {
    private static final NodeId NODE = new NodeId("n1");
    private static final String DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    private static final String KEY = "cSrTZWcySnKYwkNNfDBHm2I0Wt7QIYLhSbiZo5YzBQk";
    private static final String ID = "5b0f9a5e-7c2d-4f66-9a61-000000000001";
    private static final List<String> URLS = List.of("tls://bus.example.test:4222");
    private static final int V = WireCodec.VERSION;

    private WireExamples() {}

    static Object of(String name) {
        return switch (name) {
            case "EnrolmentRequest" ->
                new EnrolmentRequest(
                        V,
                        new TokenId("t7"),
                        NODE,
                        KEY,
                        KEY,
                        "_INBOX.enrol.t7.8s1",
                        new JsonObject().put("os", "Linux"),
                        null,
                        KEY);
            case "EnrolmentAnswer" ->
                new EnrolmentAnswer(
                        V, NODE, true, "0b8f5d0a7c2e4f66", "bed", KEY, URLS, List.of(DIGEST), 1, "c2VhbGVk", null);
            case "Declaration" -> declaration();
            case "Report" ->
                new Report(
                        V,
                        NODE,
                        12,
                        1,
                        42,
                        DIGEST,
                        Report.Outcome.FAILED,
                        "module:teller failed",
                        List.of(new Report.ResourceReport("module:teller", false, "its start took longer than 60 s")),
                        new JsonObject().put("load", 0.5));
            case "BrokerReport" -> new BrokerReport(V, NODE, DIGEST, DIGEST);
            case "Alive" -> new Alive(V, NODE, 0.25, "0.1.0", DIGEST);
            case "Push" ->
                new Push(
                        V,
                        ID,
                        new PersonId("admin"),
                        "_INBOX.person.admin.8s1",
                        new DefinitionSource(
                                Map.of("mesh.yaml", "mesh: bed\n"),
                                Map.of("modules/teller/x.jar", new ArtefactRef(DIGEST, 4096))),
                        false);
            case "PushAnswer" ->
                new PushAnswer(
                        V, ID, 7, PushAnswer.Outcome.APPLIED, new JsonObject().put("added", "teller"), List.of());
            case "DeadLetter" ->
                new DeadLetter(
                        V,
                        "EVENTS",
                        "hearer",
                        17,
                        "mesh.mod.teller.event.told",
                        "hearer",
                        5,
                        "FAILED",
                        "the handler failed",
                        Map.of("Nats-Msg-Id", List.of(ID)),
                        "e30=");
            case "NodeCondition" -> new NodeCondition(V, NODE, "converged", false, "", DIGEST);
            case "ModuleCondition" ->
                new ModuleCondition(
                        V,
                        new ModuleId("teller"),
                        "1.0.0",
                        "failed",
                        Map.of("n1", "failed", "n2", "running"),
                        "its start took longer than 60 s");
            case "BusObservation" -> new BusObservation(V, "terminated", "EVENTS", "hearer", 17, 3, "BAD_PAYLOAD");
            default -> throw new IllegalArgumentException("no example of " + name);
        };
    }

    private static Declaration declaration() {
        Definition definition = DefinitionReader.read(Beds.SOURCE);
        Manifest teller = definition.modules().values().stream()
                .filter(manifest -> manifest.module().value().equals("teller"))
                .findFirst()
                .orElseThrow();
        var module = new Declaration.ModuleDeclaration(
                teller.module(),
                teller.version(),
                teller,
                definition.seats().values().stream()
                        .filter(seat -> seat.seat().value().equals("desk"))
                        .toList(),
                Map.of("x.jar", new ArtefactRef(DIGEST, 4096)),
                Map.of(),
                "c2VhbGVk",
                Map.of("word", "c2VhbGVk"));
        return new Declaration(V, "0b8f5d0a7c2e4f66", NODE, 1, URLS, List.of(DIGEST), List.of(module));
    }
}
