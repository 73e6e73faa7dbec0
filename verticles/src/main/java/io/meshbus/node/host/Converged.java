package io.meshbus.node.host;

import io.meshbus.sdk.wire.Report.ResourceReport;
import java.util.List;

/**
 * What one pass over a declaration came to.
 *
 * @param changed whether anything was started, stopped, made or repaired
 */
record Converged(List<ResourceReport> resources, boolean changed) {
    Converged {
        resources = List.copyOf(resources);
    }
}
