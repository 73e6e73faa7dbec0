package io.meshbus.demo.orders;

import io.meshbus.demo.orders.Order.State;
import io.meshbus.sdk.module.Call;
import io.meshbus.sdk.module.Event;
import io.meshbus.sdk.module.EventOptions;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.MeshModule;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Takes orders: serves, calls, emits, consumes and submits, each verb once. */
public final class OrdersModule extends MeshModule {
    private final OrderBook book = new OrderBook();
    private int submitting;

    record Place(String item, Integer quantity) {
        int pieces() {
            return quantity == null ? 1 : quantity;
        }
    }

    record Quote(BigDecimal price, String currency) {}

    record Reviewed(BigDecimal total) {}

    record Orders(List<Order> orders) {}

    @Override
    protected Future<?> start(Mesh mesh) {
        return Future.all(
                mesh.handle("place", Place.class, call -> place(mesh, call)),
                mesh.handle("list", JsonObject.class, call -> Future.succeededFuture(new Orders(book.newestFirst()))),
                mesh.subscribe("clock.tick", JsonObject.class, this::tick),
                mesh.subscribe("seat:pricing-desk.reviewed", Reviewed.class, this::reviewed),
                mesh.subscribe("seat:pricing-desk.failed", JsonObject.class, this::notReviewed));
    }

    private Future<Order> place(Mesh mesh, Call<Place> call) {
        return mesh.request(
                        "pricing.quote",
                        new JsonObject().put("item", call.body().item()),
                        Quote.class,
                        call.onward())
                .map(quote -> order(call.body(), quote))
                .compose(order -> toTheDesk(mesh, order))
                .compose(order -> mesh.publish("placed", order, EventOptions.of(call.onward()))
                        .map(order));
    }

    private Order order(Place place, Quote quote) {
        int pieces = place.pieces();
        return new Order(
                UUID.randomUUID().toString(),
                place.item(),
                pieces,
                quote.price().multiply(BigDecimal.valueOf(pieces)),
                quote.currency(),
                pieces >= config().getInteger("largeFrom", 10) ? State.AT_THE_DESK : State.WAITING);
    }

    /** The book knows the order before the desk can answer. */
    private Future<Order> toTheDesk(Mesh mesh, Order order) {
        book.add(order);
        if (order.state() != State.AT_THE_DESK) {
            return Future.succeededFuture(order);
        }
        submitting++;
        return mesh.submit(
                        "pricing-desk.review",
                        new JsonObject().put("item", order.item()).put("quantity", order.quantity()))
                .onSuccess(work -> book.sentToTheDesk(work, order))
                .onComplete(submitted -> submitting--)
                .map(order);
    }

    private Future<?> tick(Event<JsonObject> event) {
        book.tick(config().getInteger("ticksToShip", 3));
        return Future.succeededFuture();
    }

    private Future<?> reviewed(Event<Reviewed> event) {
        return known(event).onSuccess(work -> book.reviewed(work, event.body().total()));
    }

    private Future<?> notReviewed(Event<JsonObject> event) {
        return known(event).onSuccess(book::notReviewed);
    }

    /** The id of the work an outcome is about. One that overtakes the answer to submit fails, and comes again in a second. */
    private Future<String> known(Event<?> outcome) {
        String work = Objects.requireNonNullElse(outcome.subject(), "");
        return submitting > 0 && !book.isAtTheDesk(work)
                ? Future.failedFuture("the work " + work + " is not known yet")
                : Future.succeededFuture(work);
    }
}
