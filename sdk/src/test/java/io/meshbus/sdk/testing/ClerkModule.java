package io.meshbus.sdk.testing;

import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.module.Event;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.MeshModule;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;

/** Uses every way in and out that a manifest can declare. */
public final class ClerkModule extends MeshModule {
    @Override
    protected Future<?> start(Mesh mesh) {
        return Future.all(
                mesh.subscribe("shop.ordered", JsonObject.class, event -> ordered(mesh, event)),
                mesh.subscribe("seat:scribe.written", JsonObject.class, event -> mesh.publish("noted", event.body())),
                mesh.handle("ask", JsonObject.class, call -> ask(mesh, call.body())),
                mesh.handle(
                        "seat:till.count",
                        JsonObject.class,
                        call -> Future.succeededFuture(new JsonObject().put("count", 3))),
                mesh.accept(
                        "till.take",
                        JsonObject.class,
                        work -> Future.succeededFuture(work.outcome("taken", work.body()))));
    }

    private Future<?> ordered(Mesh mesh, Event<JsonObject> event) {
        return switch (event.body().getString("item", "")) {
            case "poison" -> Future.failedFuture(new PoisonException("cannot be sold"));
            case "trouble" -> Future.failedFuture("again");
            default -> mesh.submit("scribe.write", event.body());
        };
    }

    private Future<JsonObject> ask(Mesh mesh, JsonObject question) {
        JsonObject own = new JsonObject()
                .put("greeting", config().getString("greeting"))
                .put("word", secret("word").revealText())
                .put(
                        "files",
                        Files.exists(home().resolve("texts/hello.txt")) && Files.isDirectory(home().resolve("data")));
        return Future.all(
                        mesh.request("shop.stock", question, JsonObject.class),
                        mesh.request("seat:scribe.backlog", question, JsonObject.class))
                .map(both -> own.mergeIn(both.<JsonObject>resultAt(0)).mergeIn(both.<JsonObject>resultAt(1)));
    }
}
