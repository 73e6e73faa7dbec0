package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a module declares (spec 3.5); schemas are resolved and stand inline. Maps keep the order of the file. */
public record Manifest(
        ModuleId module,
        String version,
        Map<EventName, Emit> emits,
        List<EventRef> consumes,
        Map<ToolName, Tool> serves,
        List<ToolRef> uses,
        List<String> watches,
        List<SeatId> holds,
        List<SeatVerb> submits,
        List<String> provides,
        List<String> requires,
        List<ModuleId> needs,
        Run run,
        List<Resource> resources,
        JsonObject config,
        List<String> secrets,
        Rollout rollout,
        Delivery delivery) {

    /** @param schema JSON Schema of the event data, or null for any */
    public record Emit(String description, @Nullable JsonObject schema) {}

    /**
     * @param timeout the longest the tool may take
     * @param readOnly it changes nothing (a hint for people and agents)
     * @param destructive it may undo or delete (a hint)
     * @param idempotent a retry is harmless
     */
    public record Tool(
            String description,
            @Nullable JsonObject input,
            @Nullable JsonObject output,
            Duration timeout,
            boolean readOnly,
            boolean destructive,
            boolean idempotent) {}

    /** How it runs: exactly one of the three forms. */
    public record Run(
            @Nullable Verticle verticle,
            @Nullable ChildProcess process,
            @Nullable Container container) {}

    /** @param artefact name of the jar beside the manifest */
    public record Verticle(String className, String artefact, int instances) {}

    public record ChildProcess(String command, List<String> args, Map<String, String> env) {}

    public record Container(
            String image,
            List<String> ports,
            List<String> mounts,
            @Nullable String network,
            @Nullable String user) {}

    /** A file (content from the definition) or a directory of the module's own. Paths are relative to its home. */
    public record Resource(
            @Nullable String file,
            @Nullable String from,
            @Nullable String directory) {}

    /**
     * How a new version reaches the nodes.
     *
     * @param onFailure {@code halt} or {@code continue}
     */
    public record Rollout(int batch, Duration pause, String onFailure) {}

    /**
     * Redelivery of what it consumes.
     *
     * @param delays nak delay after attempt 1, 2, …
     */
    public record Delivery(int maxDeliver, List<Duration> delays, Duration ackWait) {
        public static final Delivery DEFAULT = new Delivery(
                5,
                List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofSeconds(30)),
                Duration.ofSeconds(30));

        public Delivery {
            delays = List.copyOf(delays);
        }
    }

    public Manifest {
        emits = ordered(emits);
        consumes = List.copyOf(consumes);
        serves = ordered(serves);
        uses = List.copyOf(uses);
        watches = List.copyOf(watches);
        holds = List.copyOf(holds);
        submits = List.copyOf(submits);
        provides = List.copyOf(provides);
        requires = List.copyOf(requires);
        needs = List.copyOf(needs);
        resources = List.copyOf(resources);
        secrets = List.copyOf(secrets);
    }

    private static <K, V> Map<K, V> ordered(Map<K, V> map) {
        return java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(map));
    }

    /** Whether it draws from EVENTS, and so has a durable there. */
    public boolean consumesAnything() {
        return !consumes.isEmpty();
    }
}
