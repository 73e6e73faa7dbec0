package io.meshbus.node.host;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * A module's own classes come from its own jar; the SDK and what its contract speaks in come from the host, once for
 * all, so that types agree. Nothing else of the host is seen (spec 3.7).
 */
final class ModuleClassLoader extends URLClassLoader {
    /** Packages that host and modules share. */
    private static final List<String> SHARED = List.of(
            "io.meshbus.sdk.", "io.vertx.", "io.netty.", "com.fasterxml.jackson.", "org.slf4j.", "org.jspecify.");
    /** How the SDK does it is not a module's business. */
    private static final String HIDDEN = "io.meshbus.sdk.impl.";

    static {
        registerAsParallelCapable();
    }

    private final ClassLoader host;

    ModuleClassLoader(String module, URL jar, ClassLoader host) {
        super("module-" + module, new URL[] {jar}, ClassLoader.getPlatformClassLoader());
        this.host = host;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        return isShared(name) ? host.loadClass(name) : super.findClass(name);
    }

    private static boolean isShared(String name) {
        return !name.startsWith(HIDDEN) && SHARED.stream().anyMatch(name::startsWith);
    }
}
