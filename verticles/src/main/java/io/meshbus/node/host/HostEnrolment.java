package io.meshbus.node.host;

import io.meshbus.node.host.rules.Backoff;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Kdf;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.EnrolmentRequest;
import io.meshbus.sdk.wire.TokenText;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The host's half of enrolment (spec 3.6). It may be repeated after a crash at any line: the key pairs are kept before
 * the first request, the same token with the same keys is admitted again, and the state is written whole once the answer
 * is verified. The token itself is never written.
 */
public final class HostEnrolment {
    /** Tries to connect that the bus may refuse: the token may not be live yet. */
    static final int REFUSALS_MAX = 4;
    /**
     * A stored request waits in CONTROL until it is recorded, so it is repeated seldom: more than ten unanswered ones
     * revoke the token (spec 3.6).
     */
    static final Duration REPEAT = Duration.ofMinutes(2);
    /** Requests stored in one run at most. */
    static final int REQUESTS_MAX = 8;

    private static final Logger LOG = LoggerFactory.getLogger(HostEnrolment.class);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);
    private static final Backoff BACKOFF = Backoff.ofSeconds(1, 2, 5, 10, 30);
    private static final int REPLY_BYTES = 16;

    private final Vertx vertx;
    private final BusConnector connector;
    private final HostState state;
    private final Clock clock;
    private final SecureRandom random;
    private final Consumer<String> progress;

    /** @param progress one line at each step, for a person; never a secret */
    public HostEnrolment(
            Vertx vertx,
            BusConnector connector,
            HostState state,
            Clock clock,
            SecureRandom random,
            Consumer<String> progress) {
        this.vertx = vertx;
        this.connector = connector;
        this.state = state;
        this.clock = clock;
        this.random = random;
        this.progress = progress;
    }

    /**
     * Completes with the identity once it is on disk; at once when this state was admitted to that mesh before. Fails
     * with {@code TOKEN_EXPIRED}, {@code TOKEN_UNKNOWN}, {@code NOT_ENROLLED} (refused), or what the bus says.
     */
    public Future<HostIdentity> enrol(TokenText token) {
        return vertx.executeBlocking(state::identity)
                .compose(
                        known -> known.map(identity -> already(identity, token)).orElseGet(() -> join(token)));
    }

    private static Future<HostIdentity> already(HostIdentity identity, TokenText token) {
        boolean same = identity.node().equals(token.node())
                && identity.publicMeshKey().fingerprint().equals(token.meshKey());
        return same
                ? Future.succeededFuture(identity)
                : Future.failedFuture(Problem.of(
                                ProblemCode.ALREADY_EXISTS,
                                "this directory belongs to node " + identity.node() + " already",
                                "the token is for node " + token.node() + " or for another mesh",
                                "use another directory, or remove this one first")
                        .asException());
    }

    private Future<HostIdentity> join(TokenText token) {
        return vertx.executeBlocking(() -> state.keys(random))
                .compose(keys -> connect(token, 1, 0)
                        .compose(bus -> ask(bus, token, keys).eventually(() -> bus.close(CLOSE_DEADLINE))));
    }

    private Future<Bus> connect(TokenText token, int attempt, int refusals) {
        if (expired(token)) {
            return Future.failedFuture(expiry());
        }
        PrincipalId principal = PrincipalId.enrolment(token.id());
        BusOptions.Auth auth = token.nkey()
                ? BusOptions.Auth.nkey(principal, token.busKey().seed())
                : new BusOptions.Auth(principal.value(), token.busPassword(), null);
        BusOptions options = BusOptions.mesh(principal, token.urls(), token.pins(), auth);
        return connector.connect(options).recover(fault -> {
            boolean refused = code(fault).filter(ProblemCode.BUS_AUTH::equals).isPresent();
            boolean hopeless = code(fault).filter(ProblemCode.BUS_PIN::equals).isPresent();
            if (hopeless || (refused && refusals + 1 >= REFUSALS_MAX)) {
                return Future.failedFuture(refused ? unknown(token) : fault);
            }
            tell("the bus is not reached yet: " + ModuleSet.reason(fault));
            return wait(BACKOFF.after(attempt, random))
                    .compose(nothing -> connect(token, attempt + 1, refused ? refusals + 1 : refusals));
        });
    }

    private Future<HostIdentity> ask(Bus bus, TokenText token, HostKeys keys) {
        byte[] unguessable = new byte[REPLY_BYTES];
        random.nextBytes(unguessable);
        String reply = PrincipalId.enrolment(token.id()).inboxPrefix() + "."
                + HexFormat.of().formatHex(unguessable);
        Promise<HostIdentity> admitted = Promise.promise();
        AnswerCheck check = new AnswerCheck(token, keys.sealing(), reply);
        return vertx.executeBlocking(() -> token.nkey()
                        ? HostFacts.collect().put("nkeys", new NkeyStock(keys.sealing()).offer(0))
                        : HostFacts.collect())
                .map(facts -> request(token, keys, reply, facts))
                .compose(request -> bus.subscribe(
                                reply,
                                message -> check.read(message)
                                        .onSuccess(answer -> answer.ifPresent(admitted::tryComplete))
                                        .onFailure(admitted::tryFail))
                        .compose(subscribed -> {
                            failAtExpiry(token, admitted);
                            new Asking(bus, request, admitted).start();
                            return admitted.future();
                        }))
                .compose(identity -> vertx.executeBlocking(() -> {
                    state.save(identity);
                    return identity;
                }))
                .onSuccess(identity -> {
                    LOG.info("enrolled node={} mesh={}", identity.node(), identity.mesh());
                    tell("admitted as node " + identity.node());
                });
    }

    private static EnrolmentRequest request(TokenText token, HostKeys keys, String reply, JsonObject facts) {
        String sealing = keys.sealing().publicKey().value();
        String identity = keys.identity().publicKey().value();
        byte[] canonical = EnrolmentRequest.canonical(token.id(), token.node(), sealing, identity, reply);
        Secret proof = Kdf.hmac(token.proofKey(), canonical);
        return new EnrolmentRequest(
                WireCodec.VERSION, token.id(), token.node(), sealing, identity, reply, facts, null, proof.revealText());
    }

    /** The inbox stays open as long as the token lives, and no longer. */
    private void failAtExpiry(TokenText token, Promise<HostIdentity> admitted) {
        timer(Duration.between(clock.instant(), token.expires()), admitted, () -> admitted.tryFail(expiry()));
    }

    /** A timer that is gone once there is an end. */
    private void timer(Duration delay, Promise<HostIdentity> admitted, Runnable action) {
        long id = vertx.setTimer(Math.max(1, delay.toMillis()), fired -> action.run());
        admitted.future().onComplete(ended -> vertx.cancelTimer(id));
    }

    private void tell(String line) {
        LOG.info("enrolment step=\"{}\"", line);
        progress.accept(line);
    }

    private Future<Void> wait(Duration delay) {
        return vertx.timer(delay.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS)
                .mapEmpty();
    }

    private boolean expired(TokenText token) {
        return !clock.instant().isBefore(token.expires());
    }

    private static Optional<ProblemCode> code(Throwable fault) {
        return fault instanceof ProblemException problem ? Optional.of(problem.code()) : Optional.empty();
    }

    private static ProblemException expiry() {
        return Problem.of(
                        ProblemCode.TOKEN_EXPIRED,
                        "the enrolment token has expired",
                        "no answer came while it lived",
                        "issue a new token")
                .asException();
    }

    private static ProblemException unknown(TokenText token) {
        return Problem.of(
                        ProblemCode.TOKEN_UNKNOWN,
                        "the bus does not know token " + token.id(),
                        "it was used by another machine, revoked, or has expired",
                        "issue a new token for node " + token.node())
                .asException();
    }

    /**
     * Stores the request: again with backoff while it is not acknowledged, seldom after that, and at once when the bus is
     * back, as the answer is a plain message that waits for nobody.
     */
    private final class Asking {
        private final Bus bus;
        private final EnrolmentRequest request;
        private final Promise<HostIdentity> admitted;
        private int attempts;
        private int stored;
        private long timer = -1;

        Asking(Bus bus, EnrolmentRequest request, Promise<HostIdentity> admitted) {
            this.bus = bus;
            this.request = request;
            this.admitted = admitted;
        }

        void start() {
            bus.onState(state -> {
                if (state == BusState.CONNECTED) {
                    send();
                }
            });
            admitted.future().onComplete(ended -> vertx.cancelTimer(timer));
            send();
        }

        private void send() {
            vertx.cancelTimer(timer);
            if (admitted.future().isComplete() || stored >= REQUESTS_MAX) {
                return;
            }
            int attempt = ++attempts;
            PublishOptions options = PublishOptions.id(Secret.mint(random).revealText());
            bus.store(Message.of(Subjects.ENROL, WireCodec.encode(request)), options)
                    .onSuccess(ack -> {
                        stored++;
                        tell("request " + stored + " is with the mesh, waiting for the answer");
                        againAfter(attempt, REPEAT);
                    })
                    .onFailure(fault -> {
                        tell("the request is not taken yet: " + ModuleSet.reason(fault));
                        againAfter(attempt, BACKOFF.after(attempt, random));
                    });
        }

        /** Nothing when a younger attempt is under way: that one sees to the next. */
        private void againAfter(int attempt, Duration delay) {
            if (attempt == attempts && !admitted.future().isComplete()) {
                timer = vertx.setTimer(delay.toMillis(), fired -> send());
            }
        }
    }
}
