package io.meshbus.control.store;

import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Definitions read again from their stored sources, kept by push number; a push never changes. */
final class Definitions {
    /** Definitions kept; more are read again. */
    static final int KEPT_MAX = 64;

    private final Vertx vertx;
    private final Function<DefinitionSource, Definition> reader;
    private final Map<Long, Definition> kept = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Definition> eldest) {
            return size() > KEPT_MAX;
        }
    };

    Definitions(Vertx vertx, Function<DefinitionSource, Definition> reader) {
        this.vertx = vertx;
        this.reader = reader;
    }

    private synchronized @Nullable Definition kept(long push) {
        return kept.get(push);
    }

    private synchronized void keep(long push, Definition definition) {
        kept.put(push, definition);
    }

    /** A definition, or the source it has to be read from. */
    record Sourced(
            long push,
            @Nullable Definition definition,
            @Nullable DefinitionSource source) {}

    /** In a transaction: only sources that are not known yet are fetched. */
    Future<List<Sourced>> source(Sql sql, List<Long> pushes) {
        Future<List<Sourced>> chain = Future.succeededFuture(new ArrayList<>());
        for (long push : pushes) {
            chain = chain.compose(list -> sourceOne(sql, push).map(one -> {
                list.add(one);
                return list;
            }));
        }
        return chain;
    }

    private Future<Sourced> sourceOne(Sql sql, long push) {
        Definition known = kept(push);
        return known != null
                ? Future.succeededFuture(new Sourced(push, known, null))
                : PushTable.one(sql, push)
                        .map(found ->
                                new Sourced(push, null, found.orElseThrow().source()));
    }

    /** Outside the transaction: reading is work for a worker thread. */
    Future<Map<Long, Definition>> read(List<Sourced> sourced) {
        return vertx.executeBlocking(
                () -> {
                    Map<Long, Definition> read = new LinkedHashMap<>();
                    for (Sourced one : sourced) {
                        read.put(one.push(), read(one));
                    }
                    return read;
                },
                false);
    }

    private Definition read(Sourced one) {
        if (one.definition() != null) {
            return one.definition();
        }
        if (one.source() == null) {
            throw new IllegalArgumentException("neither definition nor source of push " + one.push());
        }
        Definition definition = reader.apply(one.source());
        keep(one.push(), definition);
        return definition;
    }
}
