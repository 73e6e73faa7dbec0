package io.meshbus.launcher.command;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ctrl-C, a closed terminal and a service manager's stop. The first asks, the second forces: a drain that hangs must not hold a terminal. The
 * JDK's own hooks know no second signal, hence {@code sun.misc.Signal} (module jdk.unsupported, in every JDK); by
 * reflection, as javac warns of the name whatever one tells it.
 */
final class Signals {
    /** What a shell reports for a process ended by SIGINT. */
    static final int FORCED = 130;

    private Signals() {}

    /** @param stop called once, on the signal's thread; must not block */
    static void onStop(Runnable stop) {
        AtomicInteger received = new AtomicInteger();
        Runnable handler = () -> {
            if (received.incrementAndGet() == 1) {
                stop.run();
            } else {
                force();
            }
        };
        handle("INT", handler);
        handle("TERM", handler);
        handle("HUP", handler);
    }

    /** The server is a child in a session of its own: no terminal ends it, so we ask it to end before we are gone. */
    private static void force() {
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
        Runtime.getRuntime().halt(FORCED);
    }

    private static void handle(String name, Runnable handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handlers = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(), new Class<?>[] {handlers}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            handler.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handlers)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InstantiationException
                | InvocationTargetException e) {
            throw new IllegalStateException("this JVM lets nobody handle SIG" + name, e);
        }
    }
}
