package io.meshbus.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.demo.orders.Order.State;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class OrderBookTest {
    private final OrderBook book = new OrderBook();

    @Test
    void shipsAWaitingOrderOnceItIsOldEnough() {
        book.add(order("a", State.WAITING));
        book.tick(2);
        assertThat(book.newestFirst()).extracting(Order::state).containsExactly(State.WAITING);
        book.tick(2);
        assertThat(book.newestFirst()).extracting(Order::state).containsExactly(State.SHIPPED);
    }

    @Test
    void anOrderAtTheDeskWaitsForItsPrice() {
        Order large = order("a", State.AT_THE_DESK);
        book.add(large);
        book.sentToTheDesk("work", large);
        book.tick(1);
        assertThat(book.isAtTheDesk("work")).isTrue();
        book.reviewed("work", BigDecimal.ONE);
        assertThat(book.newestFirst()).containsExactly(large.priced(BigDecimal.ONE));
        assertThat(book.isAtTheDesk("work")).isFalse();
    }

    @Test
    void withoutTheDeskTheListPriceHolds() {
        Order large = order("a", State.AT_THE_DESK);
        book.add(large);
        book.sentToTheDesk("work", large);
        book.notReviewed("work");
        assertThat(book.newestFirst()).containsExactly(large.in(State.WAITING));
    }

    @Test
    void forgetsTheOldestBeyondItsBound() {
        for (int i = 0; i <= OrderBook.ORDERS_MAX; i++) {
            book.add(order("o" + i, State.WAITING));
        }
        assertThat(book.newestFirst())
                .hasSize(OrderBook.ORDERS_MAX)
                .last()
                .extracting(Order::id)
                .isEqualTo("o1");
    }

    private static Order order(String id, State state) {
        return new Order(id, "tea", 1, BigDecimal.TEN, "EUR", state);
    }
}
