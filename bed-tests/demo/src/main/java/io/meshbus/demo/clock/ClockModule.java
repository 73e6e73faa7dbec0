package io.meshbus.demo.clock;

/** The module's entry point. */
public final class ClockModule {
    /** The module's id in the demo mesh. */
    public static final String ID = "clock";
}
