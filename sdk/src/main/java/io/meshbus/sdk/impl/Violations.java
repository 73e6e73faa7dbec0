package io.meshbus.sdk.impl;

import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a refusal home to the call that caused it: the server tells it on the connection, not to the caller (facts 1).
 * Called on jnats' reader thread.
 */
final class Violations implements Consumer<String> {
    /** What the server refused. */
    enum Kind {
        PUBLISH,
        SUBSCRIBE
    }

    private static final Logger LOG = LoggerFactory.getLogger(Violations.class);
    static final Pattern TEXT = Pattern.compile("Permissions Violation for (Publish|Subscription)"
            + "(?: with Reply of)?(?: to)? \"([^\"]*)\"(?: using queue \"([^\"]*)\")?.*");

    private final Sparing said = new Sparing();
    private final PrincipalId principal;
    private final Counters counters;
    private final Map<String, List<Consumer<Problem>>> watchers = new ConcurrentHashMap<>();
    private final BiPredicate<String, Problem> pendingPublishes;
    private final Consumer<Problem> unmatched;

    /**
     * @param pendingPublishes fails the pending requests on a subject; false if there is none
     * @param unmatched gets what belongs to no pending call
     */
    Violations(
            PrincipalId principal,
            Counters counters,
            BiPredicate<String, Problem> pendingPublishes,
            Consumer<Problem> unmatched) {
        this.principal = principal;
        this.counters = counters;
        this.pendingPublishes = pendingPublishes;
        this.unmatched = unmatched;
    }

    /** What a watcher watches. */
    static String key(Kind kind, String subject, @Nullable String queue) {
        return kind + " " + subject + (queue == null ? "" : " " + queue);
    }

    /** Until {@link #unwatch}, a refusal of this {@link #key} goes to {@code watcher} and nowhere else. */
    void watch(String key, Consumer<Problem> watcher) {
        watchers.compute(key, (same, list) -> {
            List<Consumer<Problem>> all = list == null ? new CopyOnWriteArrayList<>() : list;
            all.add(watcher);
            return all;
        });
    }

    void unwatch(String key, Consumer<Problem> watcher) {
        watchers.computeIfPresent(key, (same, list) -> {
            list.remove(watcher);
            return list.isEmpty() ? null : list;
        });
    }

    @Override
    public void accept(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            LOG.warn("bus-error principal={} text=\"{}\"", principal, Guard.shown(text));
            return;
        }
        counters.violations.increment();
        Kind kind = matcher.group(1).equals("Publish") ? Kind.PUBLISH : Kind.SUBSCRIBE;
        String subject = matcher.group(2);
        String key = key(kind, subject, matcher.group(3));
        Problem problem = problem(kind, subject, text);
        List<Consumer<Problem>> watching = watchers.getOrDefault(key, List.of());
        watching.forEach(watcher -> watcher.accept(problem));
        boolean matched = kind == Kind.PUBLISH && pendingPublishes.test(subject, problem);
        if (watching.isEmpty() && !matched) {
            said.note(times -> LOG.warn(
                    "permission-violation principal={} kind={} subject={} times={}",
                    principal,
                    kind,
                    Guard.shown(subject),
                    times));
            unmatched.accept(problem);
        }
    }

    private Problem problem(Kind kind, String subject, String text) {
        String verb = kind == Kind.PUBLISH ? "publish on " : "subscribe to ";
        return new Problem(
                ProblemCode.PERMISSION_VIOLATION,
                principal + " may not " + verb + Guard.shown(subject),
                Guard.shown(subject),
                "the server says: " + Guard.shown(text),
                MissingLine.remedy(principal, kind, subject));
    }
}
