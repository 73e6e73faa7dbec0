package io.meshbus.control.enrolment;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.enrolment.rules.Admission;
import io.meshbus.control.enrolment.rules.TokenFacts;
import io.meshbus.control.enrolment.rules.Verdict;
import io.meshbus.control.store.ReachedWait;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Node;
import io.meshbus.control.store.Store.Token;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.EnrolmentRequest;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits machines (spec 3.6), exactly once per token: every step may be repeated after a crash at any line, because the
 * request stays in CONTROL until it is answered.
 */
public final class EnrolmentVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(EnrolmentVerticle.class);
    private static final String FIRST_ATTEMPT = "1";

    private final ControllerConfig config;
    private final Store store;
    private final Clock clock;
    private final EnrolmentAnswers answers;
    private final Refusals refusals;

    public EnrolmentVerticle(
            ControllerConfig config,
            Bus mesh,
            Store store,
            Supplier<MeshIdentity> identity,
            SigningKey meshKey,
            Clock clock) {
        this.config = config;
        this.store = store;
        this.clock = clock;
        this.answers = new EnrolmentAnswers(mesh, identity, meshKey);
        this.refusals = new Refusals(clock);
    }

    @Override
    public Future<?> start() {
        OpenTokens open = new OpenTokens(vertx, store, clock);
        return open.prime().map(primed -> {
            vertx.eventBus().<Buffer>consumer(ControlAddress.ENROL, message -> taken(open, message));
            vertx.eventBus().<String>consumer(ControlAddress.HEARD, node -> open.heard(new NodeId(node.body())));
            vertx.eventBus().<String>consumer(ControlAddress.REPORTED, node -> open.heard(new NodeId(node.body())));
            vertx.setPeriodic(config.sweep().toMillis(), tick -> open.expire());
            return null;
        });
    }

    private void taken(OpenTokens open, Message<Buffer> message) {
        EnrolmentRequest request = WireCodec.decode(message.body(), EnrolmentRequest.class);
        boolean first = FIRST_ATTEMPT.equals(message.headers().get(ControlAddress.ATTEMPT));
        handle(open, request, first)
                .onSuccess(done -> message.reply(null))
                .onFailure(fault -> message.fail(
                        fault instanceof ProblemException p ? p.code().number() : ProblemCode.INTERNAL.number(),
                        String.valueOf(fault.getMessage())));
    }

    private Future<Void> handle(OpenTokens open, EnrolmentRequest request, boolean first) {
        return store.token(request.token()).compose(found -> {
            Verdict verdict =
                    Admission.judge(found.map(EnrolmentVerticle::facts).orElse(null), request, clock.instant());
            return verdict instanceof Verdict.Refuse refused
                    ? refuse(request, refused)
                    : count(request, first)
                            .compose(waiting -> waiting > Admission.UNANSWERED_MAX
                                    ? revoke(request, waiting)
                                    : admit(open, request));
        });
    }

    private static TokenFacts facts(Token token) {
        return new TokenFacts(
                token.node(),
                Secret.of(token.proofKey()),
                token.expires(),
                token.state() == Token.State.REVOKED,
                token.sealingKey(),
                token.identityKey());
    }

    private Future<Void> refuse(EnrolmentRequest request, Verdict.Refuse refused) {
        boolean answered = refusals.mayAnswer(request.token()) && refused.answerable();
        LOG.warn(
                "enrolment-refused token={} node={} code={} why=\"{}\" answered={}",
                request.token(),
                request.node(),
                refused.code(),
                refused.detail(),
                answered);
        return answered ? answers.refuse(request) : Future.succeededFuture();
    }

    /** A redelivery of a held request is not another request. */
    private Future<Integer> count(EnrolmentRequest request, boolean first) {
        return first ? store.countRequest(request.token()) : Future.succeededFuture(0);
    }

    private Future<Void> revoke(EnrolmentRequest request, int waiting) {
        LOG.warn(
                "token-revoked token={} node={} why=\"{} requests wait for an answer, at most {} may\"",
                request.token(),
                request.node(),
                waiting,
                Admission.UNANSWERED_MAX);
        return store.revokeToken(request.token(), "controller").compose(revoked -> {
            nudge();
            return answers.refuse(request);
        });
    }

    private Future<Void> admit(OpenTokens open, EnrolmentRequest request) {
        return store.spend(request.token(), node(request))
                .compose(spent -> spent
                        ? answerWhenLive(open, request)
                        : refuse(
                                        request,
                                        new Verdict.Refuse(
                                                ProblemCode.TOKEN_SPENT,
                                                "the token was spent by other keys, or its node was removed",
                                                true))
                                .compose(told -> store.answered(request.token())));
    }

    private Node node(EnrolmentRequest request) {
        return new Node(
                request.node(),
                request.sealingKey(),
                request.identityKey(),
                request.token(),
                clock.instant(),
                request.tunnel() == null
                        ? request.facts()
                        : request.facts().copy().put("tunnel", request.tunnel()));
    }

    private Future<Void> answerWhenLive(OpenTokens open, EnrolmentRequest request) {
        nudge();
        LOG.info("enrolment-spent token={} node={}", request.token(), request.node());
        return store.revision()
                .compose(revision -> new ReachedWait(vertx, store).accounts(revision, config.liveTimeout()))
                .compose(live -> live ? sealed(request) : Future.succeededFuture(Optional.empty()))
                .compose(password -> password.map(s -> answer(open, request, s))
                        .orElseGet(() -> Future.failedFuture(notLive(request.node()))));
    }

    /** Only one that is sealed to these keys: an earlier machine of that name had others. */
    private Future<Optional<String>> sealed(EnrolmentRequest request) {
        return store.secret(PrincipalId.host(request.node()))
                .map(found -> found.filter(s -> s.ownerKey().equals(request.sealingKey()))
                        .map(Store.PrincipalSecret::sealed));
    }

    private Future<Void> answer(OpenTokens open, EnrolmentRequest request, String sealed) {
        return store.epoch()
                .compose(epoch -> answers.admit(request, epoch, sealed))
                .compose(sent -> store.answered(request.token()))
                .onSuccess(done -> {
                    open.answered(request.node(), request.token());
                    LOG.info("enrolment-answered token={} node={}", request.token(), request.node());
                });
    }

    private static RuntimeException notLive(NodeId node) {
        return Problem.of(
                        ProblemCode.RELOAD_NOT_LIVE,
                        "the principals of " + node + " are not live yet",
                        "the broker has not taken the list in time",
                        "look at the findings of the accounts; the request is held meanwhile")
                .asException();
    }

    private void nudge() {
        vertx.eventBus().publish(ControlAddress.DESIRED_CHANGED, null);
    }
}
