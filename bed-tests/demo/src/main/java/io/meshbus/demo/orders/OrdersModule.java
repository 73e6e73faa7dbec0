package io.meshbus.demo.orders;

/** The module's entry point. */
public final class OrdersModule {
    /** The module's id in the demo mesh. */
    public static final String ID = "orders";
}
