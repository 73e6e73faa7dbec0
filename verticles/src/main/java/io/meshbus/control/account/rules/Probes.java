package io.meshbus.control.account.rules;

import io.meshbus.sdk.account.Grant;
import io.meshbus.sdk.account.Principal;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.subject.SubjectPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What to try on a live server so that a principal's lists are proved (spec 3.4): every composed subject with its
 * wildcards filled, what is next to it (a token changed, one more, one fewer; in a subscription also a token widened,
 * another queue or none), and what nobody but the controller is given.
 *
 * @param publish subjects
 * @param subscribe patterns, with a queue after a space
 * @param left how many more there would have been
 */
public record Probes(SortedSet<String> publish, SortedSet<String> subscribe, int left) {
    /** Of one direction of one principal. */
    static final int EACH_MAX = 5_000;

    private static final String OTHER = "zz";
    private static final List<String> FOREIGN = List.of(
            "$JS.API.STREAM.INFO.CONTROL",
            "streams.API.STREAM.INFO.EVENTS",
            "streams.API.CONSUMER.MSG.NEXT.CONTROL.controller",
            "$JS.ACK.CONTROL.controller.1.1.1.1.1",
            "$JS.ACK.CONTROL.controller.EVENTS.zz.1.1.1",
            "mesh.node.zz.declare",
            "mesh.control.push",
            "mesh.control.zz.report",
            "mesh.events.dead",
            "mesh.mod.zz.event.zz",
            "mesh.mod.zz.tool.zz",
            "mesh.mod.zz.redrive.zz",
            "mesh.ask.hub.push.zz",
            "$KV.mesh_state.node.zz",
            "$SYS.REQ.SERVER.PING",
            "_INBOX.host.zz.zz",
            "_INBOX.zz",
            "zz");
    private static final List<String> WIDE =
            List.of(">", "*", "_INBOX.>", "_INBOX.*.>", "mesh.>", "mesh.ask.>", "mesh.mod.*.tool.*");

    /** One thing that the server does otherwise than composed. */
    public record Difference(
            PrincipalId principal, String direction, String subject, boolean expected, boolean found) {}

    public static Probes of(Principal principal) {
        SortedSet<String> publish = new TreeSet<>(FOREIGN);
        for (Grant grant : principal.publish()) {
            String filled = filled(grant.subject());
            publish.add(filled);
            publish.addAll(besides(filled));
        }
        SortedSet<String> subscribe = new TreeSet<>(FOREIGN);
        subscribe.addAll(WIDE);
        for (Grant grant : principal.subscribe()) {
            SubjectPattern pattern = SubjectPattern.parse(grant.subject());
            String filled = filled(pattern.subject());
            for (String subject : List.of(pattern.subject(), filled)) {
                subscribe.addAll(List.of(subject, subject + " " + OTHER));
                if (pattern.queue() != null) {
                    subscribe.add(subject + " " + filled(pattern.queue()));
                }
            }
            subscribe.addAll(besides(filled));
            subscribe.addAll(widened(pattern.subject()));
            if (pattern.queue() != null) {
                besides(filled).forEach(near -> subscribe.add(near + " " + filled(pattern.queue())));
            }
        }
        List<SubjectPattern> granted = principal.subscribe().stream()
                .map(grant -> SubjectPattern.parse(grant.subject()))
                .toList();
        subscribe.removeIf(pattern -> isTakenForAToken(pattern, granted));
        int left = Math.max(0, publish.size() - EACH_MAX) + Math.max(0, subscribe.size() - EACH_MAX);
        return new Probes(bounded(publish), bounded(subscribe), left);
    }

    public int size() {
        return publish.size() + subscribe.size();
    }

    /** Where the server and the composed lists of {@code expected} disagree; sorted. */
    public List<Difference> differences(Principal expected, Set<String> publishRefused, Set<String> subscribeRefused) {
        List<Difference> differences = new ArrayList<>();
        compare(differences, expected.id(), "publish", publish, expected.publish(), publishRefused);
        compare(differences, expected.id(), "subscribe", subscribe, expected.subscribe(), subscribeRefused);
        return differences;
    }

    private static void compare(
            List<Difference> differences,
            PrincipalId id,
            String direction,
            Set<String> tried,
            List<Grant> grants,
            Set<String> refused) {
        List<SubjectPattern> patterns = grants.stream()
                .map(grant -> SubjectPattern.parse(grant.subject()))
                .toList();
        for (String subject : tried) {
            SubjectPattern wanted = SubjectPattern.parse(subject);
            boolean composed = patterns.stream().anyMatch(pattern -> pattern.covers(wanted));
            boolean allowed = !refused.contains(subject);
            if (composed != allowed) {
                differences.add(new Difference(id, direction, subject, composed, allowed));
            }
        }
    }

    /** nats-server takes the {@code >} that is subscribed for a token: whoever has {@code a.*} may subscribe {@code a.>} (2.15.1). */
    private static boolean isTakenForAToken(String tried, List<SubjectPattern> granted) {
        SubjectPattern wide = SubjectPattern.parse(tried);
        String subject = wide.subject();
        if (!subject.endsWith(">")) {
            return false;
        }
        SubjectPattern token = new SubjectPattern(subject.substring(0, subject.length() - 1) + "*", wide.queue());
        return granted.stream().anyMatch(pattern -> pattern.covers(token))
                && granted.stream().noneMatch(pattern -> pattern.covers(wide));
    }

    private static String filled(String pattern) {
        String[] tokens = pattern.split("\\.", -1);
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = tokens[i].equals("*") ? "x" : tokens[i].equals(">") ? "x.y" : tokens[i];
        }
        return String.join(".", tokens);
    }

    /** Each token another (so another module, too), one more, one fewer. */
    private static List<String> besides(String subject) {
        List<String> besides = replaced(subject, OTHER);
        besides.add(subject + "." + OTHER);
        int last = subject.lastIndexOf('.');
        if (last > 0) {
            besides.add(subject.substring(0, last));
        }
        return besides;
    }

    private static List<String> widened(String subject) {
        List<String> widened = new ArrayList<>();
        if (!subject.endsWith(">")) {
            widened.addAll(replaced(subject, "*"));
            int last = subject.lastIndexOf('.');
            if (last > 0) {
                widened.add(subject.substring(0, last) + ".>");
            }
        }
        return widened;
    }

    private static List<String> replaced(String subject, String token) {
        List<String> replaced = new ArrayList<>();
        String[] tokens = subject.split("\\.", -1);
        for (int i = 0; i < tokens.length; i++) {
            String[] changed = tokens.clone();
            changed[i] = token;
            replaced.add(String.join(".", changed));
        }
        return replaced;
    }

    private static SortedSet<String> bounded(SortedSet<String> all) {
        return all.size() <= EACH_MAX
                ? all
                : new TreeSet<>(all.stream().limit(EACH_MAX).toList());
    }
}
