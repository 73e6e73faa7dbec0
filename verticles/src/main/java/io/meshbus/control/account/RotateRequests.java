package io.meshbus.control.account;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.account.rules.Owner;
import io.meshbus.control.store.Store;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Takes requests to rotate ({@link ControlAddress#ACCOUNTS_ROTATE}). On the verticle's context. */
final class RotateRequests {
    private final Vertx vertx;
    private final Store store;
    private final Answers answers;
    private final Rotation rotation;
    private final OwnRotation own;

    RotateRequests(Vertx vertx, Store store, Answers answers, Rotation rotation, OwnRotation own) {
        this.vertx = vertx;
        this.store = store;
        this.answers = answers;
        this.rotation = rotation;
        this.own = own;
    }

    void register() {
        vertx.eventBus().<JsonObject>localConsumer(ControlAddress.ACCOUNTS_ROTATE, this::taken);
    }

    private void taken(Message<JsonObject> message) {
        JsonObject request = message.body();
        ids(request)
                .compose(ids -> mode().compose(mode -> rotate(ids, mode, request.getString("by", "controller"))))
                .onSuccess(rotated -> {
                    vertx.eventBus().publish(ControlAddress.DESIRED_CHANGED, null);
                    message.reply(new JsonObject()
                            .put(
                                    "rotated",
                                    new JsonArray(rotated.stream()
                                            .map(PrincipalId::value)
                                            .sorted()
                                            .toList())));
                })
                .onFailure(fault -> message.fail(
                        fault instanceof ProblemException p ? p.code().number() : ProblemCode.INTERNAL.number(),
                        String.valueOf(fault.getMessage())));
    }

    private Future<List<PrincipalId>> ids(JsonObject request) {
        if (!request.getBoolean("all", false)) {
            return Future.succeededFuture(request.getJsonArray("principals").stream()
                    .map(String::valueOf)
                    .map(PrincipalId::new)
                    .toList());
        }
        return store.secrets().map(secrets -> {
            List<PrincipalId> all = new ArrayList<>(secrets.keySet());
            all.removeIf(id -> Owner.of(id) instanceof Owner.Person);
            all.add(PrincipalId.CONTROLLER);
            return all;
        });
    }

    private Future<AuthMode> mode() {
        return store.desired(answers)
                .map(desired -> AuthMode.of(desired.mesh(), own.secrets().mode()));
    }

    private Future<List<PrincipalId>> rotate(List<PrincipalId> ids, AuthMode mode, String by) {
        List<PrincipalId> others = new ArrayList<>(ids);
        boolean ours = others.removeIf(id -> Owner.of(id) instanceof Owner.Controller);
        Future<Void> begun = ours ? own.begin(mode) : Future.succeededFuture();
        return begun.compose(
                        done -> others.isEmpty() ? Future.succeededFuture(List.of()) : rotation.begin(others, mode, by))
                .map(rotated -> {
                    List<PrincipalId> all = new ArrayList<>(rotated);
                    if (ours) {
                        all.add(PrincipalId.CONTROLLER);
                        all.add(PrincipalId.STREAMS);
                    }
                    return all;
                });
    }
}
