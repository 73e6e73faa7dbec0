package io.meshbus.demo.pricing;

/** The module's entry point. */
public final class PricingModule {
    /** The module's id in the demo mesh. */
    public static final String ID = "pricing";
}
