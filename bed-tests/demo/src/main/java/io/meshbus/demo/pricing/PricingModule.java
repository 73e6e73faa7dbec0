package io.meshbus.demo.pricing;

import io.meshbus.sdk.module.CallException;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.MeshModule;
import io.meshbus.sdk.module.Outcome;
import io.meshbus.sdk.module.Work;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Serves {@code quote}, and holds the seat {@code pricing-desk}: a tool answers at once, a seat's work may wait. */
public final class PricingModule extends MeshModule {
    record QuoteRequest(String item) {}

    record Quote(String item, BigDecimal price, String currency) {}

    record Review(String item, int quantity) {}

    record Reviewed(BigDecimal total, String currency) {}

    @Override
    protected Future<?> start(Mesh mesh) {
        return Future.all(
                mesh.handle(
                        "quote", QuoteRequest.class, call -> quote(call.body().item())),
                mesh.accept("pricing-desk.review", Review.class, this::review));
    }

    private Future<Quote> quote(String item) {
        Number price = config().getJsonObject("prices").getNumber(item);
        if (price == null) {
            return Future.failedFuture(CallException.failed("UNKNOWN_ITEM", "nobody here sells " + item));
        }
        return Future.succeededFuture(new Quote(item, money(new BigDecimal(price.toString())), currency()));
    }

    /** What this returns becomes the seat's event {@code reviewed} about this piece of work. */
    private Future<Outcome> review(Work<Review> work) {
        Review order = work.body();
        BigDecimal share = BigDecimal.ONE.subtract(BigDecimal.valueOf(config().getDouble("discount", 0.0)));
        return quote(order.item())
                .map(quote -> money(quote.price()
                        .multiply(BigDecimal.valueOf(order.quantity()))
                        .multiply(share)))
                .map(total -> work.outcome("reviewed", new Reviewed(total, currency())));
    }

    private String currency() {
        return config().getString("currency");
    }

    private static BigDecimal money(BigDecimal amount) {
        return amount.setScale(2, RoundingMode.HALF_UP);
    }
}
