package io.meshbus.control.store;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Values of the SQL subset: instants as milliseconds, records as JSON text. */
final class Columns {
    private Columns() {}

    static Instant instant(Row row, String column) {
        return Instant.ofEpochMilli(row.getLong(column));
    }

    static @Nullable Instant instantOrNull(Row row, String column) {
        Long millis = row.getLong(column);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    static @Nullable Long millis(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }

    static @Nullable String textOrNull(Row row, String column) {
        return row.getString(column);
    }

    static NodeId node(Row row, String column) {
        return new NodeId(row.getString(column));
    }

    static String json(Object value) {
        return WireCodec.encode(value).toString();
    }

    static <T> T json(Row row, String column, Class<T> type) {
        return WireCodec.decode(Buffer.buffer(row.getString(column)), type);
    }
}
