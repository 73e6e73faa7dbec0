package io.meshbus.control.declaration;

import io.meshbus.control.store.Store;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.StreamState;
import io.meshbus.sdk.subject.Streams;
import io.vertx.core.Future;

/**
 * Compares NODES with what was declared (spec 2.5: repaired within 5 s). As long as the stream's last sequence is the one
 * that was checked, nobody has written, and one question answers for all nodes.
 */
final class Sweep {
    private final StreamAdmin admin;
    private final Store store;
    private final Reconciler reconciler;
    private long checkedUpTo = -1;

    Sweep(StreamAdmin admin, Store store, Reconciler reconciler) {
        this.admin = admin;
        this.store = store;
        this.reconciler = reconciler;
    }

    /** Notes a stream that was made anew, too: its epoch rises and everything is declared again (spec 3.2). */
    Future<Void> look() {
        return admin.stream(Streams.NODES)
                .compose(found -> found.map(this::compare).orElseGet(Future::succeededFuture));
    }

    private Future<Void> compare(StreamState state) {
        return store.noteNodesCreated(state.created())
                .compose(epoch -> state.lastSequence() == checkedUpTo
                        ? Future.succeededFuture()
                        : checkAll(epoch).onSuccess(done -> checkedUpTo = state.lastSequence()));
    }

    private Future<Void> checkAll(long epoch) {
        return store.declared().compose(declared -> {
            Future<Void> all = Future.succeededFuture();
            for (Store.Declared one : declared.values()) {
                if (one.epoch() == epoch) {
                    all = all.compose(done -> reconciler.repair(one)).mapEmpty();
                }
            }
            return all;
        });
    }
}
