package io.meshbus.sdk.wire;

import io.meshbus.sdk.id.NodeId;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * What a node made of a declaration (spec 3.1, 3.7).
 *
 * @param counter the node's own, rising with each report; orders reports of one node
 * @param epoch epoch of the declaration
 * @param sequence its stream sequence
 * @param digest its digest: supersession is judged by it, never by time
 * @param outcome what came of it
 * @param resources each with its outcome and reason
 * @param facts load, versions, addresses
 */
public record Report(
        int v,
        NodeId node,
        long counter,
        long epoch,
        long sequence,
        String digest,
        Outcome outcome,
        String reason,
        List<ResourceReport> resources,
        JsonObject facts) {
    public enum Outcome {
        /** Everything is as declared. */
        CONVERGED,
        /** Some of it failed; the rest stands. */
        FAILED,
        /** The declaration was refused (unsigned, older, undecodable); what was there is kept. */
        REFUSED
    }

    /** @param resource for example {@code module:orders}, {@code file:orders/conf/app.yaml} */
    public record ResourceReport(String resource, boolean ok, String reason) {
        public ResourceReport {
            Require.member(resource, "resource");
            Require.member(reason, "reason");
        }
    }

    public Report {
        Require.member(node, "node");
        Require.member(digest, "digest");
        Require.member(outcome, "outcome");
        Require.member(reason, "reason");
        Require.member(resources, "resources");
        Require.member(facts, "facts");
        resources = List.copyOf(resources);
    }
}
