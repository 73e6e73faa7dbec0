package io.meshbus.control.intake;

import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Reported;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;

/** Collects reports into transactions: up to 256, or what came within 20 ms; one at a time. On one context. */
final class ReportBatches {
    static final int BATCH_MAX = 256;
    private static final long WAIT_MILLIS = 20;

    private final Vertx vertx;
    private final Store store;
    private List<Pending> waiting = new ArrayList<>();
    private boolean writing;
    private boolean timed;

    ReportBatches(Vertx vertx, Store store) {
        this.vertx = vertx;
        this.store = store;
    }

    private record Pending(Reported reported, Promise<Boolean> recorded) {}

    /** Completes after the commit: whether it was recorded, or older than what is. Bounded by the intake's demand. */
    Future<Boolean> add(Reported reported) {
        Promise<Boolean> recorded = Promise.promise();
        waiting.add(new Pending(reported, recorded));
        if (waiting.size() >= BATCH_MAX) {
            write();
        } else if (!timed) {
            timed = true;
            vertx.setTimer(WAIT_MILLIS, fired -> {
                timed = false;
                write();
            });
        }
        return recorded.future();
    }

    private void write() {
        if (writing || waiting.isEmpty()) {
            return;
        }
        List<Pending> batch = waiting.size() <= BATCH_MAX ? waiting : new ArrayList<>(waiting.subList(0, BATCH_MAX));
        waiting = waiting.size() <= BATCH_MAX
                ? new ArrayList<>()
                : new ArrayList<>(waiting.subList(BATCH_MAX, waiting.size()));
        writing = true;
        store.record(batch.stream().map(Pending::reported).toList())
                .onSuccess(recorded -> {
                    for (int i = 0; i < batch.size(); i++) {
                        batch.get(i).recorded().complete(recorded.get(i));
                    }
                })
                .onFailure(fault -> batch.forEach(pending -> pending.recorded().fail(fault)))
                .onComplete(done -> {
                    writing = false;
                    write();
                });
    }
}
