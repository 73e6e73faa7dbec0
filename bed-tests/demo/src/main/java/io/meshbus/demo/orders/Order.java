package io.meshbus.demo.orders;

import java.math.BigDecimal;

/** An order as callers and hearers see it. */
record Order(String id, String item, int quantity, BigDecimal total, String currency, State state) {
    enum State {
        /** It will be shipped. */
        WAITING,
        /** It is large: the pricing desk is looking at it. */
        AT_THE_DESK,
        SHIPPED
    }

    Order in(State newState) {
        return new Order(id, item, quantity, total, currency, newState);
    }

    Order priced(BigDecimal newTotal) {
        return new Order(id, item, quantity, newTotal, currency, State.WAITING);
    }
}
