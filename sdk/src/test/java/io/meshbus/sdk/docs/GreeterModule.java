package io.meshbus.sdk.docs;

import io.meshbus.sdk.module.Call;
import io.meshbus.sdk.module.CallException;
import io.meshbus.sdk.module.Event;
import io.meshbus.sdk.module.EventOptions;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.MeshModule;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

public final class GreeterModule extends MeshModule {
    private long ticks;

    record Person(String name) {}

    record Greeting(String text, long ticks) {}

    @Override
    protected Future<?> start(Mesh mesh) {
        return Future.all(
                mesh.handle("greet", Person.class, call -> greet(mesh, call)),
                mesh.subscribe("clock.tick", JsonObject.class, this::tick));
    }

    private Future<Greeting> greet(Mesh mesh, Call<Person> call) {
        Person person = call.body();
        if (person.name().equals("nobody")) {
            return Future.failedFuture(CallException.failed("NOBODY_THERE", "there is nobody to greet"));
        }
        return mesh.publish("greeted", person, EventOptions.of(call.onward()))
                .map(id -> new Greeting(config().getString("greeting") + ", " + person.name(), ticks));
    }

    private Future<?> tick(Event<JsonObject> event) {
        ticks = event.body().getLong("count");
        return Future.succeededFuture();
    }
}
