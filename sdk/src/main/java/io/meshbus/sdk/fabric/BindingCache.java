package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusMetrics;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.Subscription;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Bindings of sessions, kept until they change (spec 6.4). Never serves an entry that it knows it might have missed a change
 * of: each change drops its entry; a change that cannot be read drops its tenant's; a lost connection, and a change dropped
 * because this instance was too slow, drop all. While the connection is away it keeps nothing and asks the loader. A load
 * that was under way when a change came is not kept. Callable from any thread.
 *
 * @param <V> what a session is bound to
 */
public final class BindingCache<V> {
    private final Bus bus;
    private final BiFunction<String, String, Future<Optional<V>>> loader;
    private final long ttlNanos;
    private final Map<Key, Entry<V>> entries;
    private @Nullable Subscription subscription;
    private boolean trusted;
    private boolean proving;
    private long losses;
    private long reconnects;
    private long slow;

    private record Key(String tenant, String session) {}

    private static final class Entry<V> {
        private final Promise<Optional<V>> value = Promise.promise();
        private final long expires;

        private Entry(long expires) {
            this.expires = expires;
        }
    }

    private BindingCache(
            Bus bus, BiFunction<String, String, Future<Optional<V>>> loader, Duration ttl, int entriesMax) {
        this.bus = bus;
        this.loader = loader;
        this.ttlNanos = ttl.toNanos();
        this.entries = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Entry<V>> eldest) {
                return size() > entriesMax;
            }
        };
    }

    /**
     * @param loader reads the binding of (tenant, session) from where it is true; empty: there is none, which is kept, too
     * @param ttl how long an entry is kept without a change: bounds what no invalidation can reach
     * @param entriesMax beyond it the least recently used goes
     */
    public static <V> Future<BindingCache<V>> over(
            Fabric fabric, BiFunction<String, String, Future<Optional<V>>> loader, Duration ttl, int entriesMax) {
        Routing routing = fabric.routing();
        BindingCache<V> cache = new BindingCache<>(routing.bus(), loader, ttl, entriesMax);
        return routing.listen(cache::changed, cache::dropTenant).map(subscription -> {
            cache.begin(subscription);
            routing.bus().onState(state -> cache.check());
            return cache;
        });
    }

    private synchronized void begin(Subscription made) {
        subscription = made;
        BusMetrics now = bus.metrics();
        reconnects = now.reconnects();
        slow = now.slow();
        trusted = true;
        check();
    }

    /** The binding, kept or loaded; a failed load is not kept. */
    public Future<Optional<V>> get(String tenant, String session) {
        Key key = new Key(tenant, session);
        Entry<V> made = new Entry<>(System.nanoTime() + ttlNanos);
        synchronized (this) {
            if (!check()) {
                return load(key);
            }
            Entry<V> kept = entries.get(key);
            if (kept != null && kept.expires - System.nanoTime() > 0) {
                return kept.value.future();
            }
            entries.put(key, made);
        }
        load(key).onComplete(loaded -> {
            if (loaded.failed()) {
                forget(key, made);
            }
            made.value.handle(loaded);
        });
        return made.value.future();
    }

    private Future<Optional<V>> load(Key key) {
        try {
            return loader.apply(key.tenant, key.session);
        } catch (RuntimeException thrown) {
            return Future.failedFuture(thrown);
        }
    }

    private synchronized void forget(Key key, Entry<V> entry) {
        entries.remove(key, entry);
    }

    /** Whether every change since the entries were loaded has been heard; drops them where it has not. */
    private synchronized boolean check() {
        BusMetrics now = bus.metrics();
        if (now.slow() != slow) {
            slow = now.slow();
            entries.clear();
        }
        if (now.reconnects() != reconnects || bus.state() != BusState.CONNECTED) {
            reconnects = now.reconnects();
            entries.clear();
            trusted = false;
            losses++;
        }
        if (!trusted && !proving && subscription != null && bus.state() == BusState.CONNECTED) {
            prove();
        }
        return trusted;
    }

    /** Trusts the subscription once a round trip has proved that the server has it, and nothing was lost meanwhile. */
    private void prove() {
        proving = true;
        long before = losses;
        bus.flush().onComplete(flushed -> {
            synchronized (this) {
                check();
                proving = false;
                trusted |= flushed.succeeded() && before == losses && subscription != null;
            }
        });
    }

    private void changed(BindingChange change) {
        Key key = new Key(change.tenant(), change.sessionId());
        boolean had;
        synchronized (this) {
            had = entries.remove(key) != null;
        }
        if (had && !change.op().equals(BindingChange.UNBOUND)) {
            get(change.tenant(), change.sessionId());
        }
    }

    private synchronized void dropTenant(String tenant) {
        entries.keySet().removeIf(key -> key.tenant.equals(tenant));
    }

    /** Entries kept or being loaded now. */
    public synchronized int size() {
        return entries.size();
    }

    /** Hears no more changes, and therefore keeps nothing from now on; {@link #get} only loads. */
    public Future<Void> close() {
        Subscription live;
        synchronized (this) {
            live = subscription;
            subscription = null;
            entries.clear();
            trusted = false;
        }
        return live == null ? Future.succeededFuture() : live.cancel();
    }
}
