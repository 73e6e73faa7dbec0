package io.meshbus.control.declaration;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.store.Store;
import io.meshbus.sdk.account.Rights.Right;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.wire.Push;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.PushAnswer.Outcome;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes a push (spec 3.3), refused whole or taken whole; the same id again gives the same answer. */
final class PushHandler {
    private static final Logger LOG = LoggerFactory.getLogger(PushHandler.class);
    private static final Pattern REST = Pattern.compile("[A-Za-z0-9_-]{1,64}(\\.[A-Za-z0-9_-]{1,64}){0,7}");

    private final Vertx vertx;
    private final Store store;
    private final Bus mesh;
    private final PushDecision decision;

    PushHandler(Vertx vertx, Store store, Bus mesh, PushDecision decision) {
        this.vertx = vertx;
        this.store = store;
        this.mesh = mesh;
        this.decision = decision;
    }

    /** Succeeds when it was applied or finally refused; fails when it must be held. */
    Future<Void> handle(Push push) {
        return mayPush(push)
                .compose(may -> may ? decision.preview(push) : Future.succeededFuture(notAllowed(push)))
                .compose(answer -> answer.outcome() == Outcome.APPLIED && answer.number() == 0
                        ? apply(push, answer)
                        : Future.succeededFuture(answer))
                .compose(answer -> tell(push, answer));
    }

    /** The right may have gone while the push was held. */
    private Future<Boolean> mayPush(Push push) {
        return store.persons()
                .map(persons -> persons.stream()
                        .anyMatch(
                                p -> p.id().equals(push.person()) && p.rights().has(Right.PUSH)));
    }

    private static PushAnswer notAllowed(Push push) {
        return PushDecision.refused(
                push,
                List.of(Problem.of(
                        ProblemCode.RIGHT_MISSING,
                        push.person() + " may not push",
                        "the right push is missing or was withdrawn",
                        "ask an administrator for the right")));
    }

    private Future<PushAnswer> apply(Push push, PushAnswer preview) {
        return store.addPush(push.id(), PrincipalId.person(push.person()).value(), push.source())
                .map(number -> {
                    LOG.info("push#{} applied id={} by={}", number, push.id(), push.person());
                    vertx.eventBus().publish(ControlAddress.DESIRED_CHANGED, null);
                    return PushDecision.answer(push, number, Outcome.APPLIED, preview.difference(), preview.problems());
                });
    }

    /** Only on the person's own inbox (spec 2.2). A lost answer changes nothing: the push stands or was refused. */
    private Future<Void> tell(Push push, PushAnswer answer) {
        String prefix = PrincipalId.person(push.person()).inboxPrefix() + ".";
        if (answer.outcome() == Outcome.REFUSED) {
            LOG.info(
                    "push-refused id={} by={} problems={}",
                    push.id(),
                    push.person(),
                    answer.problems().size());
        }
        if (!push.reply().startsWith(prefix)
                || !REST.matcher(push.reply().substring(prefix.length())).matches()) {
            LOG.warn("reply-refused push={} by={}", push.id(), push.person());
            return Future.succeededFuture();
        }
        return mesh.publish(Message.of(push.reply(), WireCodec.encode(answer)));
    }
}
