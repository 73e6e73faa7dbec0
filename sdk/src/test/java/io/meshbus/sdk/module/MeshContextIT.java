package io.meshbus.sdk.module;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.LoopWatch;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each of the seven verbs, called on a context of each kind, comes home to that very context. */
@ExtendWith(LoopWatch.class)
class MeshContextIT {
    private static final JsonObject TEA = new JsonObject().put("item", "tea");

    private final Map<String, String> seen = new ConcurrentHashMap<>();

    /** Virtual threads where the JDK has them. */
    static List<ThreadingModel> models() {
        return Runtime.version().feature() >= 21
                ? List.of(ThreadingModel.EVENT_LOOP, ThreadingModel.WORKER, ThreadingModel.VIRTUAL_THREAD)
                : List.of(ThreadingModel.EVENT_LOOP, ThreadingModel.WORKER);
    }

    @ParameterizedTest
    @MethodSource("models")
    void everyVerbComesHome(ThreadingModel model, @TempDir Path directory) throws Exception {
        try (ModuleBed bed = new ModuleBed(directory)) {
            Context tellers = ((VertxInternal) bed.vertx).createContext(model);
            Context hearers = ((VertxInternal) bed.vertx).createContext(model);
            Promise<Void> done = Promise.promise();
            tellers.runOnContext(
                    go -> everything(bed, tellers, hearers).<Void>mapEmpty().onComplete(done));
            Soon.await(done.future());
            assertThat(seen)
                    .hasSize(13)
                    .allSatisfy((where, how) -> assertThat(how).as(where).isEqualTo("at home"));
        }
    }

    private void note(String entry, Context home) {
        boolean kind = Thread.currentThread().getName().contains("eventloop") == home.isEventLoopContext();
        seen.put(entry, Vertx.currentContext() == home && kind ? "at home" : "on " + Thread.currentThread());
    }

    private Future<?> everything(ModuleBed bed, Context tellers, Context hearers) {
        Promise<Void> heard = ((ContextInternal) tellers).promise();
        Promise<Void> reviewed = ((ContextInternal) tellers).promise();
        Promise<Mesh> hearing = ((ContextInternal) tellers).promise();
        hearers.runOnContext(go -> hearer(bed, hearers, heard).onComplete(hearing));
        return hearing.future()
                .compose(hearer -> Mesh.connect(bed.vertx, bed.mesh.options("teller", "n1"))
                        .andThen(done -> note("connect", tellers))
                        .compose(mesh -> mesh.subscribe("seat:desk.reviewed", JsonObject.class, event -> {
                                    note("outcome", tellers);
                                    reviewed.tryComplete();
                                    return Future.succeededFuture();
                                })
                                .andThen(done -> note("subscribe", tellers))
                                .compose(done -> mesh.publish("told", TEA))
                                .andThen(done -> note("publish", tellers))
                                .compose(done -> mesh.request("hearer.quote", TEA, JsonObject.class))
                                .andThen(done -> note("request", tellers))
                                .compose(done -> mesh.submit("desk.review", TEA))
                                .andThen(done -> note("submit", tellers))
                                .compose(done -> Future.all(heard.future(), reviewed.future()))
                                .compose(done -> mesh.close())
                                .andThen(done -> note("close", tellers)))
                        .eventually(hearer::close));
    }

    private Future<Mesh> hearer(ModuleBed bed, Context hearers, Promise<Void> heard) {
        return Mesh.connect(bed.vertx, bed.mesh.options("hearer", "n2"))
                .andThen(done -> note("hearer's connect", hearers))
                .compose(mesh -> mesh.subscribe("teller.told", JsonObject.class, event -> {
                            note("event", hearers);
                            heard.tryComplete();
                            return Future.succeededFuture();
                        })
                        .compose(done -> mesh.handle("quote", JsonObject.class, call -> {
                            note("call", hearers);
                            return Future.succeededFuture(new JsonObject());
                        }))
                        .andThen(done -> note("handle", hearers))
                        .compose(done -> mesh.accept("desk.review", JsonObject.class, work -> {
                            note("work", hearers);
                            return Future.succeededFuture(work.outcome("reviewed", work.body()));
                        }))
                        .andThen(done -> note("accept", hearers))
                        .map(mesh));
    }
}
