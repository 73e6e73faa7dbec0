package io.meshbus.node.host.rules;

import io.meshbus.sdk.wire.Report.Outcome;
import io.meshbus.sdk.wire.Report.ResourceReport;
import java.util.ArrayList;
import java.util.List;

/** What a report says of its resources. */
public final class Resources {
    /** Characters of a reason at most. */
    public static final int REASON_CHARS_MAX = 300;
    /** Resources in a report at most; those that failed come first when not all fit. */
    public static final int RESOURCES_MAX = 100;

    private Resources() {}

    public static Outcome outcome(List<ResourceReport> resources) {
        return resources.stream().allMatch(ResourceReport::ok) ? Outcome.CONVERGED : Outcome.FAILED;
    }

    /** One line, bounded. */
    public static String reason(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= REASON_CHARS_MAX ? line : line.substring(0, REASON_CHARS_MAX - 1) + "…";
    }

    /** At most {@code max}, failed ones first, otherwise in their order. */
    public static List<ResourceReport> bounded(List<ResourceReport> resources, int max) {
        if (resources.size() <= max) {
            return resources;
        }
        List<ResourceReport> sorted = new ArrayList<>();
        resources.stream().filter(resource -> !resource.ok()).forEach(sorted::add);
        resources.stream().filter(ResourceReport::ok).forEach(sorted::add);
        return List.copyOf(sorted.subList(0, max));
    }

    /** In words, for the report as a whole. */
    public static String summary(List<ResourceReport> resources) {
        List<ResourceReport> failed =
                resources.stream().filter(resource -> !resource.ok()).toList();
        return failed.isEmpty()
                ? ""
                : reason(failed.size() + " of " + resources.size() + " failed; the first is "
                        + failed.get(0).resource() + ": " + failed.get(0).reason());
    }
}
