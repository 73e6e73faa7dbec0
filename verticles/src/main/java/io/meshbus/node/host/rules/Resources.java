package io.meshbus.node.host.rules;

import io.meshbus.sdk.wire.Report.Outcome;
import io.meshbus.sdk.wire.Report.ResourceReport;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a report says of its resources. */
public final class Resources {
    /** Characters of a reason at most. */
    public static final int REASON_CHARS_MAX = 300;
    /** Resources in a report at most; those that failed come first when not all fit. */
    public static final int RESOURCES_MAX = 100;

    private static final Pattern CODE = Pattern.compile(" \\[[A-Z_]{1,40}]$");

    private Resources() {}

    public static Outcome outcome(List<ResourceReport> resources) {
        return resources.stream().allMatch(ResourceReport::ok) ? Outcome.CONVERGED : Outcome.FAILED;
    }

    /** One line, bounded; the code of a problem, at its end, outlives the cut. */
    public static String reason(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        if (line.length() <= REASON_CHARS_MAX) {
            return line;
        }
        Matcher code = CODE.matcher(line);
        String end = code.find() ? "…" + code.group() : "…";
        return line.substring(0, REASON_CHARS_MAX - end.length()) + end;
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
