package io.meshbus.launcher.command;

import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;

/** Ctrl-C and a service manager's stop. The first asks, the second forces: a drain that hangs must not hold a terminal. */
final class Signals {
    /** What a shell reports for a process ended by SIGINT. */
    static final int FORCED = 130;

    private Signals() {}

    /** @param stop called once, on the signal's thread; must not block */
    static void onStop(Runnable stop) {
        AtomicInteger received = new AtomicInteger();
        for (String name : new String[] {"INT", "TERM"}) {
            Signal.handle(new Signal(name), signal -> {
                if (received.incrementAndGet() == 1) {
                    stop.run();
                } else {
                    Runtime.getRuntime().halt(FORCED);
                }
            });
        }
    }
}
