package io.meshbus.launcher.bench;

import io.meshbus.launcher.bench.raw.RawContender;
import io.meshbus.sdk.SdkVersion;
import io.meshbus.sdk.testing.LocalNats;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Where a run took place and with what. Figures of different machines are not compared. */
final class Machine {
    private static final String UNKNOWN = "unknown";
    private static final long MEBIBYTE = 1 << 20;

    private Machine() {}

    /** What makes two runs comparable. */
    static JsonObject machine() {
        return new JsonObject()
                .put("cpu", cpu())
                .put("processors", Runtime.getRuntime().availableProcessors())
                .put("memoryMiB", memoryMib())
                .put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    }

    static JsonObject versions() {
        return new JsonObject()
                .put("meshbus", SdkVersion.current())
                .put("java", Runtime.version().toString())
                .put("jnats", RawContender.version())
                .put("vertx", vertx())
                .put("nats-server", server());
    }

    /** Processes that ran or wanted to, averaged over the last minute; negative where the system does not say. */
    static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String cpu() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException elsewhere) {
            return System.getProperty("os.arch", UNKNOWN);
        }
    }

    private static long memoryMib() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize() / MEBIBYTE
                : 0;
    }

    /** Vert.x says it in a file only. */
    private static String vertx() {
        try (InputStream said = Vertx.class.getResourceAsStream("/META-INF/vertx/vertx-version.txt")) {
            return said == null ? UNKNOWN : new String(said.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    private static String server() {
        try {
            Process asked = new ProcessBuilder(LocalNats.binary().toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return asked.waitFor(5, TimeUnit.SECONDS)
                    ? said.replaceFirst(".*v", "").strip()
                    : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }
}
