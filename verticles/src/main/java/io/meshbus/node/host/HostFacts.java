package io.meshbus.node.host;

import io.meshbus.sdk.SdkVersion;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a host knows of its machine. Blocking. */
public final class HostFacts {
    private static final Logger LOG = LoggerFactory.getLogger(HostFacts.class);
    /** Addresses told at most. */
    private static final int ADDRESSES_MAX = 16;

    private HostFacts() {}

    public static JsonObject collect() {
        return new JsonObject()
                .put("hostname", hostname())
                .put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"))
                .put("arch", System.getProperty("os.arch"))
                .put("processors", Runtime.getRuntime().availableProcessors())
                .put("java", System.getProperty("java.version"))
                .put("meshbus", SdkVersion.current())
                .put("load", load())
                .put("addresses", new JsonArray(addresses()))
                .put("containers", Cli.find().isPresent());
    }

    /** One-minute load average, or -1. */
    static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** Without a question to a name server, which may be slow. */
    private static String hostname() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            String name = System.getenv("HOSTNAME");
            return name == null ? "" : name;
        }
    }

    private static List<String> addresses() {
        try {
            return Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .map(InetAddress::getHostAddress)
                    .sorted()
                    .limit(ADDRESSES_MAX)
                    .toList();
        } catch (SocketException e) {
            LOG.warn("host-addresses-unknown reason=\"{}\"", e.getMessage());
            return List.of();
        }
    }
}
