package io.meshbus.demo.orders;

import io.meshbus.demo.orders.Order.State;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The orders of one instance, in memory and bounded: a demo forgets. For one context, so it needs no locks. */
final class OrderBook {
    static final int ORDERS_MAX = 1000;

    private final Map<String, Order> orders = new LinkedHashMap<>();
    private final Map<String, Integer> ticksWaited = new HashMap<>();
    /** Work at the pricing desk → the order it is about. */
    private final Map<String, String> atTheDesk = new HashMap<>();

    void add(Order order) {
        orders.put(order.id(), order);
        if (orders.size() > ORDERS_MAX) {
            forget(orders.keySet().iterator().next());
        }
    }

    void sentToTheDesk(String work, Order order) {
        atTheDesk.put(work, order.id());
    }

    boolean isAtTheDesk(String work) {
        return atTheDesk.containsKey(work);
    }

    /** The desk has spoken; work of another instance, or of an earlier life, is unknown here. */
    void reviewed(String work, BigDecimal total) {
        back(work, order -> order.priced(total));
    }

    /** The desk gave up: the list price holds. */
    void notReviewed(String work) {
        back(work, order -> order.in(State.WAITING));
    }

    /** Waiting orders grow older, and are shipped once they are old enough. */
    void tick(int ticksToShip) {
        orders.replaceAll((id, order) -> {
            boolean ready = order.state() == State.WAITING && ticksWaited.merge(id, 1, Integer::sum) >= ticksToShip;
            return ready ? order.in(State.SHIPPED) : order;
        });
    }

    List<Order> newestFirst() {
        List<Order> list = new ArrayList<>(orders.values());
        Collections.reverse(list);
        return list;
    }

    private void back(String work, UnaryOperator<Order> change) {
        String id = atTheDesk.remove(work);
        if (id != null) {
            orders.computeIfPresent(id, (key, order) -> change.apply(order));
        }
    }

    private void forget(String id) {
        orders.remove(id);
        ticksWaited.remove(id);
        atTheDesk.values().remove(id);
    }
}
