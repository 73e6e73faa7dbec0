package io.meshbus.control.account;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.account.Twins.Twin;
import io.meshbus.control.account.rules.Probes;
import io.meshbus.control.account.rules.Probes.Difference;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.Explanation;
import io.meshbus.sdk.account.Principal;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.PermissionProbe;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.UserKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Proves on the live server that principals may do what was composed and nothing beside (spec 3.4, {@link
 * ControlAddress#ACCOUNTS_CHECK}): twins come with one reload, are tried one after the other, and go with another one. One
 * check at a time. On the verticle's context.
 */
final class TwinCheck {
    /** Principals of one check; the next ones are asked for with {@code after}. */
    static final int AT_ONCE_MAX = 32;

    private static final Logger LOG = LoggerFactory.getLogger(TwinCheck.class);
    private static final int DIFFERENCES_SHOWN_MAX = 200;
    private static final Duration LIVE_MAX = Duration.ofSeconds(40);
    /** After this no further twin is tried. */
    private static final Duration TRY_MAX = Duration.ofSeconds(60);

    private final Vertx vertx;
    private final Twins twins;
    private final AccountAnswers answers;
    private final PermissionProbe probe;
    private final MeshIdentity identity;
    private final SecureRandom random;
    private final Runnable reconcile;
    private boolean busy;

    /** @param reconcile brings the wanted twins into the list */
    TwinCheck(
            Vertx vertx,
            Twins twins,
            AccountAnswers answers,
            PermissionProbe probe,
            MeshIdentity identity,
            SecureRandom random,
            Runnable reconcile) {
        this.vertx = vertx;
        this.twins = twins;
        this.answers = answers;
        this.probe = probe;
        this.identity = identity;
        this.random = random;
        this.reconcile = reconcile;
    }

    void register() {
        vertx.eventBus().<JsonObject>localConsumer(ControlAddress.ACCOUNTS_CHECK, this::taken);
    }

    /** @param next behind which principal the rest is, or null when nothing is left */
    private record Chosen(
            List<Principal> principals, @Nullable PrincipalId next) {}

    private static final class Found {
        final List<Difference> differences = new ArrayList<>();
        int cases;
        int left;
    }

    private void taken(Message<JsonObject> message) {
        Chosen chosen;
        try {
            chosen = chosen(answers.inForce(), message.body() == null ? new JsonObject() : message.body());
            if (busy) {
                throw Problem.of(ProblemCode.REFUSED, "a check is under way", "one at a time", "ask again in a moment")
                        .asException();
            }
        } catch (ProblemException | IllegalArgumentException | ClassCastException e) {
            AccountAnswers.fail(message, e);
            return;
        }
        busy = true;
        check(chosen.principals())
                .onComplete(done -> busy = false)
                .onSuccess(found -> message.reply(json(chosen, found)))
                .onFailure(fault -> {
                    LOG.warn("accounts-check-failed cause=\"{}\"", fault.getMessage());
                    AccountAnswers.fail(message, fault);
                });
    }

    private Chosen chosen(Composition inForce, JsonObject request) {
        String only = request.getString("principal");
        Integer sample = request.getInteger("sample");
        String after = request.getString("after");
        if (only != null) {
            return new Chosen(List.of(Explanation.known(inForce, new PrincipalId(only))), null);
        }
        if (sample != null) {
            if (sample < 1 || sample > AT_ONCE_MAX) {
                throw new IllegalArgumentException("a sample is 1 to " + AT_ONCE_MAX + " principals");
            }
            List<Principal> any = new ArrayList<>(inForce.principals());
            Collections.shuffle(any, random);
            return new Chosen(List.copyOf(any.subList(0, Math.min(sample, any.size()))), null);
        }
        List<Principal> rest = after == null ? inForce.principals() : inForce.after(new PrincipalId(after));
        List<Principal> now = List.copyOf(rest.subList(0, Math.min(AT_ONCE_MAX, rest.size())));
        return new Chosen(
                now, now.size() == rest.size() ? null : now.get(now.size() - 1).id());
    }

    private Future<Found> check(List<Principal> principals) {
        return vertx.executeBlocking(() -> made(principals))
                .compose(made -> listed(made)
                        .compose(live -> tried(made))
                        .transform(tried -> listed(List.of())
                                .recover(fault -> Future.failedFuture(stillThere(fault)))
                                .compose(gone -> tried.succeeded()
                                        ? Future.succeededFuture(tried.result())
                                        : Future.<Found>failedFuture(tried.cause()))));
    }

    private List<Twin> made(List<Principal> principals) {
        List<Twin> made = new ArrayList<>(principals.size());
        for (Principal principal : principals) {
            made.add(Twin.of(principal, made.size() + 1, UserKey.generate(random)));
        }
        return made;
    }

    private Future<Void> listed(List<Twin> made) {
        Future<Void> live = twins.want(made);
        long late = vertx.setTimer(LIVE_MAX.toMillis(), passed -> twins.late());
        reconcile.run();
        return live.onComplete(done -> vertx.cancelTimer(late));
    }

    private Future<Found> tried(List<Twin> made) {
        Found found = new Found();
        long began = System.nanoTime();
        Future<Void> all = Future.succeededFuture();
        for (Twin twin : made) {
            all = all.compose(before -> System.nanoTime() - began > TRY_MAX.toNanos()
                    ? Future.failedFuture(tooSlow(twin))
                    : tried(twin, found));
        }
        return all.map(done -> found);
    }

    private Future<Void> tried(Twin twin, Found found) {
        PrincipalId id = twin.principal().id();
        BusOptions as = BusOptions.mesh(
                id,
                List.of(identity.url()),
                identity.pins(),
                BusOptions.Auth.nkey(id, twin.key().seed()));
        Probes probes = Probes.of(twin.of());
        return probe.refused(as, probes.publish(), probes.subscribe()).map(refused -> {
            found.differences.addAll(probes.differences(twin.of(), refused.publish(), refused.subscribe()));
            found.cases += probes.size();
            found.left += probes.left();
            return null;
        });
    }

    private static RuntimeException tooSlow(Twin twin) {
        return Problem.of(
                        ProblemCode.TIMED_OUT,
                        "the check did not come to " + twin.of().id(),
                        "more than " + TRY_MAX.toSeconds() + " s went by",
                        "check fewer: one principal, or --sample N")
                .asException();
    }

    private static RuntimeException stillThere(Throwable fault) {
        return Problem.of(
                        ProblemCode.RELOAD_NOT_LIVE,
                        "the twins of the check are not proved gone",
                        Objects.toString(fault.getMessage(), "the reload did not come"),
                        "see whether the broker runs; they go with the next list")
                .asException();
    }

    private static JsonObject json(Chosen chosen, Found found) {
        JsonArray checked = new JsonArray();
        chosen.principals().forEach(one -> checked.add(one.id().value()));
        JsonArray differences = new JsonArray();
        found.differences.stream()
                .limit(DIFFERENCES_SHOWN_MAX)
                .forEach(one -> differences.add(new JsonObject()
                        .put("principal", one.principal().value())
                        .put("direction", one.direction())
                        .put("subject", one.subject())
                        .put("expected", one.expected())
                        .put("found", one.found())));
        JsonObject answer = new JsonObject()
                .put("checked", checked)
                .put("cases", found.cases)
                .put("left", found.left)
                .put("differing", found.differences.size())
                .put("differences", differences);
        PrincipalId next = chosen.next();
        return next == null ? answer : answer.put("next", next.value());
    }
}
