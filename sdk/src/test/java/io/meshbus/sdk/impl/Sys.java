package io.meshbus.sdk.impl;

import io.meshbus.sdk.testing.LocalNats;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the server itself says of its clients, asked by its system user. */
final class Sys implements AutoCloseable {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

    private final Connection connection;

    Sys(LocalNats server) throws Exception {
        connection = Nats.connect(new Options.Builder()
                .server(server.url())
                .sslContext(new PinnedTrust(() -> List.of(server.pin())).context())
                .userInfo("sys", "pw")
                .build());
    }

    /** The subscriptions of every connection of that user. */
    List<String> subscriptions(String user) throws Exception {
        Message answer = connection.request(
                "$SYS.REQ.SERVER.PING.CONNZ",
                new JsonObject()
                        .put("subscriptions", true)
                        .put("auth", true)
                        .put("limit", 4096)
                        .toString()
                        .getBytes(StandardCharsets.UTF_8),
                ANSWER_MAX);
        List<String> found = new ArrayList<>();
        JsonArray connections = new JsonObject(new String(answer.getData(), StandardCharsets.UTF_8))
                .getJsonObject("data")
                .getJsonArray("connections", new JsonArray());
        for (Object each : connections) {
            JsonObject client = (JsonObject) each;
            if (user.equals(client.getString("authorized_user"))) {
                client.getJsonArray("subscriptions_list", new JsonArray()).forEach(sub -> found.add((String) sub));
            }
        }
        return found;
    }

    @Override
    public void close() throws Exception {
        connection.close();
    }
}
