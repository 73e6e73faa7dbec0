package io.meshbus.control.account;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Desired;
import io.meshbus.directory.ControllerSecrets;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.natsserver.Monitor;
import io.meshbus.natsserver.NatsServerBinary;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.Composing;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.PermissionProbe;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the composed user list of the newest revision into force (spec 3.4) and proves it. Level-triggered: a nudge or the
 * sweep starts a round; one runs, one more waits, whatever comes meanwhile is folded into that one. Deployed = watching;
 * a list that cannot be brought into force yet is tried again by the sweep.
 */
public final class AccountVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(AccountVerticle.class);
    /** Without these nobody could mend anything. */
    private static final Set<PrincipalId> VITAL = Set.of(PrincipalId.CONTROLLER, PrincipalId.STREAMS);

    /** So many changes during one round are a burst: a reload costs every connected client a hash (facts 4). */
    private static final int BURST_NUDGES = 4;

    private static final Duration BURST_PAUSE = Duration.ofMillis(600);

    private static final Duration STOP_MAX = Duration.ofSeconds(5);
    private static final String RECONCILER = "accounts";
    private static final Duration LIVE_INTERVAL = Duration.ofMillis(20);

    private final Config config;
    private final MeshDirectory directory;
    private final MeshIdentity identity;
    private final Store store;
    private final SecureRandom random;
    private final Renewal renewal;
    private final PermissionProbe probe;

    private final AccountAnswers answers = new AccountAnswers();
    private final Twins twins = new Twins();
    private @Nullable Parts parts;
    private @Nullable Live live;
    private Composing composing = Composing.NOTHING;
    private boolean busy;
    private int waiting;
    private boolean stopping;
    private Future<Void> inFlight = Future.succeededFuture();

    /**
     * How to compose.
     *
     * @param binary the server program that checks candidates, or null to look for it
     * @param sweep how often desired state is looked at, besides nudges
     * @param liveMax a list must run on the server within this, or the round fails
     */
    public record Config(@Nullable String binary, Answers answers, Duration sweep, Duration liveMax) {
        public static final Config DEFAULT =
                new Config(null, Answers.DERIVED, Duration.ofSeconds(5), Duration.ofSeconds(30));
    }

    /** @param probe what tries the twins of {@code accounts check} */
    public AccountVerticle(
            Config config,
            MeshDirectory directory,
            MeshIdentity identity,
            Store store,
            SecureRandom random,
            Renewal renewal,
            PermissionProbe probe) {
        this.renewal = renewal;
        this.probe = probe;
        this.config = config;
        this.directory = directory;
        this.identity = identity;
        this.store = store;
        this.random = random;
    }

    /** What deployment makes. */
    private record Parts(
            Monitor monitor, ReloadTransaction transaction, Secrets secrets, OwnRotation own, Rotation rotation) {}

    /** How the controller's connections go on with other credentials. */
    @FunctionalInterface
    public interface Renewal {
        Future<Void> renew(PrincipalId principal, BusOptions.Auth auth);
    }

    /** The list that was last proved to run. */
    private record Live(long revision, UserListText list, String digest, long twins) {}

    /** One round's list, standing in the file. */
    private record Round(
            long revision,
            Composition composition,
            Secrets.Credentials credentials,
            Twins.Listed twins,
            ReloadTransaction.Written written) {}

    @Override
    public Future<?> start() {
        return vertx.executeBlocking(() -> {
                    OwnRotation own =
                            new OwnRotation(vertx, directory, random, renewal, ControllerSecrets.read(directory));
                    Secrets secrets = new Secrets(vertx, store, own::secrets, random);
                    return new Parts(
                            new Monitor(vertx, identity.monitorPort()),
                            new ReloadTransaction(NatsServerBinary.locate(config.binary()), directory),
                            secrets,
                            own,
                            new Rotation(store, secrets, Clock.systemUTC()));
                })
                .onSuccess(this::watch);
    }

    private void watch(Parts made) {
        parts = made;
        answers.register(vertx.eventBus(), made.own()::isUnderWay);
        new RotateRequests(vertx, store, config.answers(), made.rotation(), made.own()).register();
        new TwinCheck(vertx, twins, answers, probe, identity, random, this::reconcile).register();
        vertx.eventBus().localConsumer(ControlAddress.DESIRED_CHANGED, nudge -> reconcile());
        vertx.eventBus()
                .<JsonObject>localConsumer(
                        ControlAddress.ACCOUNTS_DIFF,
                        asked -> difference(made)
                                .onSuccess(asked::reply)
                                .onFailure(fault -> AccountAnswers.fail(asked, fault)));
        vertx.setPeriodic(config.sweep().toMillis(), tick -> reconcile());
        reconcile();
    }

    /** Lets the round in flight end: it waits for nothing any more once stopping. */
    @Override
    public Future<?> stop() {
        stopping = true;
        Parts made = parts;
        return made == null
                ? Future.succeededFuture()
                : inFlight.otherwiseEmpty()
                        .timeout(STOP_MAX.toMillis(), TimeUnit.MILLISECONDS)
                        .transform(ended -> made.monitor().close());
    }

    /** What another round would change, without doing it. */
    private Future<JsonObject> difference(Parts ready) {
        Composing before = composing;
        Live last = live;
        return store.desired(config.answers())
                .compose(desired -> vertx.executeBlocking(() -> answers.difference(
                                desired.revision(), before.next(desired.mesh()).composition())
                        .put(
                                "fileAsComposed",
                                last != null && ready.transaction().stands(last.list()))))
                .compose(difference -> ready.monitor()
                        .running()
                        .map(now -> last != null && now.configDigest().equals(last.digest()))
                        .otherwise(false)
                        .map(runs -> difference.put("serverAsComposed", runs)));
    }

    private void reconcile() {
        if (busy || stopping) {
            waiting++;
            return;
        }
        busy = true;
        waiting = 0;
        Parts ready = Objects.requireNonNull(parts);
        inFlight = ready.rotation()
                .settle()
                .onSuccess(ended -> {
                    if (ended) {
                        vertx.eventBus().publish(ControlAddress.DESIRED_CHANGED, null);
                    }
                })
                .compose(settled -> store.desired(config.answers()))
                .compose(desired -> unchanged(ready, desired.revision())
                        .compose(idle -> idle ? Future.succeededFuture() : round(ready, desired)))
                .onFailure(cause -> LOG.error("accounts-not-live cause=\"{}\"", cause.getMessage()))
                .transform(done -> stopping || waiting < BURST_NUDGES
                        ? Future.succeededFuture()
                        : vertx.timer(BURST_PAUSE.toMillis()))
                .onComplete(done -> {
                    busy = false;
                    if (waiting > 0) {
                        reconcile();
                    }
                });
    }

    /** True when this revision was proved live, still stands in the file and still runs. */
    private Future<Boolean> unchanged(Parts ready, long revision) {
        Live last = live;
        if (last == null
                || last.revision() != revision
                || last.twins() != twins.wanted().generation()
                || ready.own().isUnderWay()) {
            return Future.succeededFuture(false);
        }
        return vertx.executeBlocking(() -> ready.transaction().stands(last.list()))
                .compose(stands -> !stands
                        ? Future.succeededFuture(false)
                        : ready.monitor()
                                .running()
                                .map(now -> now.configDigest().equals(last.digest())));
    }

    private Future<Void> round(Parts ready, Desired desired) {
        long began = System.nanoTime();
        Composing before = composing;
        return vertx.executeBlocking(() -> before.next(desired.mesh()))
                .onSuccess(next -> composing = next)
                .map(Composing::composition)
                .compose(composition -> ready.secrets()
                        .of(
                                composition.ids(),
                                desired.mesh().declared(),
                                AuthMode.of(
                                        desired.mesh(), ready.own().secrets().mode()))
                        .compose(credentials -> written(ready, desired.revision(), composition, credentials)))
                .compose(round -> proved(ready, round, began).map(round))
                .compose(round -> recorded(round, began).compose(done -> own(ready, round)));
    }

    private Future<Round> written(
            Parts ready, long revision, Composition composition, Secrets.Credentials credentials) {
        Composition owned = composition.without(credentials.ownerless());
        Twins.Listed listed = twins.wanted();
        return vertx.executeBlocking(() -> ready.transaction()
                        .write(
                                bad -> UserListText.render(
                                        revision,
                                        listed.beside(owned).without(bad),
                                        listed.credentials(credentials.byPrincipal()),
                                        credentials.retiring()),
                                VITAL))
                .map(written -> new Round(revision, owned, credentials, listed, written))
                .onSuccess(round -> {
                    round.written()
                            .quarantined()
                            .forEach((id, why) -> LOG.error("principal-quarantined principal={} why=\"{}\"", id, why));
                    if (round.written().replaced()) {
                        vertx.eventBus().publish(ControlAddress.USERS_WRITTEN, null);
                    }
                });
    }

    /** Waits until the server says that it runs what was checked. */
    private Future<Void> proved(Parts ready, Round round, long began) {
        return ready.monitor()
                .running()
                .map(Monitor.Running::configDigest)
                .otherwise("nothing that answers")
                .compose(digest -> {
                    if (digest.equals(round.written().digest())) {
                        return Future.succeededFuture();
                    }
                    if (stopping || millisSince(began) > config.liveMax().toMillis()) {
                        return Future.failedFuture(notLive(round, digest));
                    }
                    return vertx.timer(LIVE_INTERVAL.toMillis()).compose(tick -> proved(ready, round, began));
                });
    }

    /** Another round follows while the controller's own are being replaced. */
    private Future<Void> own(Parts ready, Round round) {
        return ready.own().live(round.credentials().own()).map(again -> {
            if (again) {
                live = null;
                waiting++;
            }
            return null;
        });
    }

    private Future<Void> recorded(Round round, long began) {
        answers.live(
                round.revision(),
                round.composition(),
                round.written().quarantined(),
                round.credentials().stillOpen());
        return store.reach(RECONCILER, round.revision())
                .compose(done -> round.credentials().dropped().isEmpty()
                        ? Future.succeededFuture()
                        : store.removeSecrets(round.credentials().dropped()))
                .onSuccess(done -> {
                    live = new Live(
                            round.revision(),
                            round.written().list(),
                            round.written().digest(),
                            round.twins().generation());
                    twins.live(round.twins());
                    LOG.info(
                            "accounts-live revision={} principals={} replaced={} ms={}",
                            round.revision(),
                            round.composition().principals().size(),
                            round.written().replaced(),
                            millisSince(began));
                    vertx.eventBus().publish(ControlAddress.ACCOUNTS_LIVE, null);
                });
    }

    private RuntimeException notLive(Round round, String running) {
        return Problem.of(
                        ProblemCode.RELOAD_NOT_LIVE,
                        "the broker does not run the user list of revision " + round.revision(),
                        "after " + config.liveMax().toSeconds() + " s it runs " + running + ", checked was "
                                + round.written().digest(),
                        "see whether the broker runs; it is tried again")
                .asException();
    }

    private static long millisSince(long began) {
        return Duration.ofNanos(System.nanoTime() - began).toMillis();
    }
}
