package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.StreamAdmin.StreamSpec;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.testing.LocalNats;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The two accounts of spec 2.5 in small: module {@code m1} on node {@code n1}, caller {@code m2}, controller. */
final class Layout {
    static final PrincipalId M1 = new PrincipalId("m1.n1");
    static final PrincipalId M2 = new PrincipalId("m2.n1");
    static final PrincipalId STREAMS = PrincipalId.STREAMS;
    static final String EVENT = "mesh.mod.m1.event.e";
    static final String TOOL = "mesh.mod.m1.tool.t";

    private Layout() {}

    static String config(String more) {
        return """
        accounts {
          STREAMS { jetstream: enabled
            users: [ {user: "controller.streams", password: "pw"} ]
            exports: [
              { service: "mesh.mod.*.event.>", accounts: [MESH] }
              { service: "$JS.API.CONSUMER.MSG.NEXT.*.*", accounts: [MESH], response_type: stream }
              { service: "$JS.API.DIRECT.GET.EVENTS.>", accounts: [MESH] }
              { service: "$JS.ACK.>", accounts: [MESH], response_type: stream } ] }
          MESH {
            users: [
              {user: "m1.n1", password: "pw", permissions: {
                publish: {allow: ["mesh.mod.m1.event.>", "mesh.mod.m1.core.>", "streams.API.CONSUMER.MSG.NEXT.EVENTS.*",
                  "streams.API.DIRECT.GET.EVENTS.>", "$JS.ACK.EVENTS.*.>", "_INBOX.m2.*.>"]}
                subscribe: {allow: ["_INBOX.m1.n1.>", "mesh.mod.m1.tool.t t", "mesh.mod.m1.core.>"]} }}
              {user: "m2.n1", password: "pw", permissions: {
                publish: {allow: ["mesh.mod.m1.tool.>"%s]}
                subscribe: {allow: ["_INBOX.m2.n1.>"]} }}
              {user: "free", password: "pw"} ]
            imports: [
              { service: { account: STREAMS, subject: "mesh.mod.*.event.>" } }
              { service: { account: STREAMS, subject: "$JS.API.CONSUMER.MSG.NEXT.*.*" }, to: "streams.API.CONSUMER.MSG.NEXT.*.*" }
              { service: { account: STREAMS, subject: "$JS.API.DIRECT.GET.EVENTS.>" }, to: "streams.API.DIRECT.GET.EVENTS.>" }
              { service: { account: STREAMS, subject: "$JS.ACK.>" } } ] }
          SYS { users: [ {user: sys, password: "pw"} ] }
        }
        system_account: SYS
        """.formatted(more);
    }

    static LocalNats server(Path dir) {
        return LocalNats.start(dir, config(""));
    }

    static BusOptions options(LocalNats server, PrincipalId principal) {
        BusOptions mesh = BusOptions.mesh(principal, List.of(server.url()), List.of(server.pin()), Secret.of("pw"));
        return principal.equals(STREAMS) ? mesh.withApiPrefix("$JS.API") : mesh;
    }

    static Bus connect(Vertx vertx, LocalNats server, PrincipalId principal) {
        return await(new Jnats(vertx).connect(options(server, principal)));
    }

    /** EVENTS, and a durable on it. */
    static void events(Vertx vertx, Bus streams, String consumer, Duration ackWait, int maxDeliver) {
        StreamAdmin admin = new Jnats(vertx).streams(streams);
        await(admin.assertStream(new StreamSpec(
                "EVENTS",
                List.of("mesh.mod.*.event.>"),
                StreamAdmin.Retention.LIMITS,
                StreamAdmin.Discard.OLD,
                false,
                0,
                1L << 30,
                Duration.ofDays(1),
                0,
                1,
                Duration.ofMinutes(2),
                true,
                false,
                false,
                false,
                "events")));
        await(admin.assertConsumer(new ConsumerSpec(
                "EVENTS", consumer, List.of("mesh.mod.m1.event.>"), ackWait, maxDeliver, 10_000, false, "test")));
    }

    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
