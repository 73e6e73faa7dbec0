package io.meshbus.sdk.module;

import io.vertx.core.Future;
import java.util.function.Function;

public interface Mesh {
    default <T> Future<T> request(String tool, Object input, Class<T> type) {
        throw new UnsupportedOperationException();
    }

    <T> Future<T> request(String tool, Object input, Class<T> type, CallOptions options);

    <T> Future<Registration> handle(String tool, Class<T> type, Function<Call<T>, ? extends Future<?>> handler);

    default Future<String> publish(String event, Object data) {
        throw new UnsupportedOperationException();
    }

    Future<String> publish(String event, Object data, EventOptions options);

    <T> Future<Registration> subscribe(String pattern, Class<T> type, Function<Event<T>, ? extends Future<?>> handler);

    Future<String> submit(String work, Object input);

    <T> Future<Registration> accept(String work, Class<T> type, Function<Work<T>, Future<Outcome>> handler);

    Future<Void> close();
}
