package io.meshbus.node.host;

import io.meshbus.node.host.ModuleStarter.Start;
import io.meshbus.node.host.rules.Plan;
import io.meshbus.node.host.rules.Plan.Wanted;
import io.meshbus.node.host.rules.Resources;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.Declaration.ModuleDeclaration;
import io.meshbus.sdk.wire.Report.ResourceReport;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The modules of this node: brings what runs to what is declared, one step after the other. Any pass may be repeated;
 * one that finds everything as declared touches nothing. Used on the host's context, one pass at a time.
 */
final class ModuleSet {
    private static final Logger LOG = LoggerFactory.getLogger(ModuleSet.class);

    /**
     * @param software what is declared, without the credentials
     * @param handed what it signed in with
     */
    private record Entry(String fingerprint, String software, String handed, RunningModule running) {}

    private final Vertx vertx;
    private final HostState state;
    private final ArtefactCache artefacts;
    private final Function<ModuleDeclaration, ModuleStarter> starters;
    private final Leftovers leftovers;
    private final Retries retries;
    private final SealingKey key;
    private final Map<ModuleId, Entry> running = new LinkedHashMap<>();
    private boolean ending;

    ModuleSet(
            Vertx vertx,
            HostState state,
            ArtefactCache artefacts,
            Function<ModuleDeclaration, ModuleStarter> starters,
            Leftovers leftovers,
            Retries retries,
            SealingKey key) {
        this.key = key;
        this.vertx = vertx;
        this.state = state;
        this.artefacts = artefacts;
        this.starters = starters;
        this.leftovers = leftovers;
        this.retries = retries;
    }

    /** Until a module that failed is to be tried again. */
    Optional<Duration> nextRetry() {
        return retries.next();
    }

    /** The bus is back: what failed may be tried at once. */
    void retryNow() {
        retries.again();
    }

    /** What each running module signed in with. */
    Map<ModuleId, String> handed() {
        Map<ModuleId, String> handed = new LinkedHashMap<>();
        running.forEach((module, entry) -> handed.put(module, entry.handed));
        return handed;
    }

    /** Makes it so. What failed is in the result; fails only when {@link #stopAll} came first. */
    Future<Converged> converge(HostIdentity identity, Declaration declaration) {
        return each(declaration.modules(), module -> ending ? ended() : renew(identity, module))
                .compose(renewed -> bringAbout(identity, declaration));
    }

    /** Where nothing but credentials or pins is new, they are handed over while the module runs. */
    private Future<Void> renew(HostIdentity identity, ModuleDeclaration module) {
        Entry entry = running.get(module.module());
        if (entry == null
                || entry.running.gone()
                || entry.fingerprint.equals(fingerprint(identity, module))
                || !entry.software.equals(software(module))) {
            return Future.succeededFuture();
        }
        PrincipalId principal = PrincipalId.module(module.module(), identity.node());
        return Future.succeededFuture()
                .compose(nothing -> entry.running.trust(identity.pins()))
                .compose(trusting -> entry.handed.equals(module.credentials())
                        ? Future.succeededFuture()
                        : entry.running.renew(HandedCredential.open(key, principal, module.credentials())))
                .<Void>map(done -> {
                    running.put(
                            module.module(),
                            new Entry(
                                    fingerprint(identity, module),
                                    entry.software,
                                    module.credentials(),
                                    entry.running));
                    LOG.info("module-renewed node={} module={}", identity.node(), module.module());
                    return null;
                })
                .recover(fault -> {
                    LOG.info("module-restarts module={} reason=\"{}\"", module.module(), reason(fault));
                    return Future.succeededFuture();
                });
    }

    private static String software(ModuleDeclaration module) {
        return digest(new ModuleDeclaration(
                module.module(),
                module.version(),
                module.manifest(),
                module.seats(),
                module.artefacts(),
                module.files(),
                "",
                module.secrets()));
    }

    /** Whatever a pass under way would start now, nobody would stop. */
    private static Future<Void> ended() {
        return Future.failedFuture("the host ends");
    }

    private Future<Converged> bringAbout(HostIdentity identity, Declaration declaration) {
        if (ending) {
            return ended().map(never -> new Converged(List.of(), false));
        }
        Map<ModuleId, String> fingerprints = new LinkedHashMap<>();
        declaration.modules().forEach(module -> fingerprints.put(module.module(), fingerprint(identity, module)));
        retries.retain(fingerprints.keySet());
        List<Wanted> wanted = new ArrayList<>();
        fingerprints.forEach((module, fingerprint) -> wanted.add(new Wanted(module, fingerprint)));
        Map<ModuleId, String> now = new LinkedHashMap<>();
        running.forEach((module, entry) -> now.put(module, entry.running.gone() ? "gone" : entry.fingerprint));
        Plan plan = Plan.of(wanted, now);
        List<ResourceReport> resources = new ArrayList<>();
        Set<ModuleId> start = new HashSet<>(plan.start());
        boolean[] changed = {!plan.stop().isEmpty()};
        return each(plan.stop(), this::stop)
                .compose(stopped -> clean(fingerprints.keySet()))
                .compose(cleaned -> each(
                        declaration.modules(),
                        module -> ensure(
                                        identity,
                                        module,
                                        Optional.ofNullable(fingerprints.get(module.module()))
                                                .orElseThrow(),
                                        start.contains(module.module()))
                                .map(part -> {
                                    resources.addAll(part.resources());
                                    changed[0] |= part.changed();
                                    return part;
                                })))
                .map(done -> new Converged(resources, changed[0]));
    }

    /** With the pins: who cannot be told of others is started anew for them. */
    private static String fingerprint(HostIdentity identity, ModuleDeclaration module) {
        return Digest.sha256(
                (digest(module) + " " + String.join(" ", identity.pins())).getBytes(StandardCharsets.UTF_8));
    }

    private static String digest(ModuleDeclaration module) {
        return Digest.sha256(WireCodec.encode(module).getBytes());
    }

    private Future<Converged> ensure(
            HostIdentity identity, ModuleDeclaration module, String fingerprint, boolean start) {
        ModuleHome home = state.module(module.module());
        return vertx.executeBlocking(() -> ModuleFiles.make(module, home))
                .compose(files -> bring(identity, module, fingerprint, start, home, files)
                        .map(report -> {
                            List<ResourceReport> all = new ArrayList<>(files.resources());
                            all.add(report);
                            return new Converged(all, files.changed() || (start && report.ok()));
                        }))
                .recover(fault ->
                        Future.succeededFuture(new Converged(List.of(report(module.module(), reason(fault))), false)));
    }

    private Future<ResourceReport> bring(
            HostIdentity identity,
            ModuleDeclaration module,
            String fingerprint,
            boolean start,
            ModuleHome home,
            Converged files) {
        ModuleId id = module.module();
        Entry entry = running.get(id);
        if (!start && entry != null) {
            return Future.succeededFuture(report(id, entry.running.fault()));
        }
        Optional<String> waiting = retries.waiting(id, fingerprint);
        if (waiting.isPresent()) {
            return Future.succeededFuture(report(id, waiting.get()));
        }
        return requireAll(files)
                .compose(nothing -> fetch(module))
                .compose(fetched ->
                        starters.apply(module).start(new Start(identity, module, fingerprint, home, fetched)))
                .map(started -> {
                    running.put(id, new Entry(fingerprint, software(module), module.credentials(), started));
                    retries.forget(id);
                    LOG.info("module-started node={} module={} version={}", identity.node(), id, module.version());
                    return report(id, started.fault());
                })
                .recover(fault -> {
                    String reason = reason(fault);
                    retries.failed(id, fingerprint, reason);
                    LOG.warn("module-failed node={} module={} reason=\"{}\"", identity.node(), id, reason);
                    return Future.succeededFuture(report(id, reason));
                });
    }

    private static Future<Void> requireAll(Converged files) {
        return files.resources().stream()
                .filter(resource -> !resource.ok())
                .findFirst()
                .map(resource -> Future.<Void>failedFuture("not started: " + resource.resource() + " failed"))
                .orElseGet(Future::succeededFuture);
    }

    private Future<Map<String, Path>> fetch(ModuleDeclaration module) {
        Map<String, Path> fetched = new LinkedHashMap<>();
        return each(
                        List.copyOf(module.artefacts().entrySet()),
                        artefact ->
                                artefacts.get(artefact.getValue()).map(file -> fetched.put(artefact.getKey(), file)))
                .map(fetched);
    }

    private Future<Void> stop(ModuleId module) {
        Entry entry = running.remove(module);
        if (entry == null) {
            return Future.succeededFuture();
        }
        return entry.running
                .stop()
                .onSuccess(stopped -> LOG.info("module-stopped module={}", module))
                .recover(fault -> {
                    LOG.warn("module-stop-failed module={} reason=\"{}\"", module, reason(fault));
                    return Future.succeededFuture();
                });
    }

    /** Stops all, last started first; nothing is started afterwards. */
    Future<Void> stopAll() {
        ending = true;
        List<ModuleId> order = new ArrayList<>(running.keySet());
        java.util.Collections.reverse(order);
        return each(order, this::stop);
    }

    /** Modules that have a directory here and are not declared: what a killed host left running ends, its files go. */
    private Future<Void> clean(Collection<ModuleId> declared) {
        return vertx.executeBlocking(() -> {
                    List<ModuleId> undeclared = new ArrayList<>(state.modules());
                    undeclared.removeAll(declared);
                    for (ModuleId module : undeclared) {
                        leftovers.end(state.module(module));
                        state.module(module).forget(Set.of());
                    }
                    return undeclared;
                })
                .<Void>mapEmpty()
                .recover(fault -> {
                    LOG.warn("module-clean-failed reason=\"{}\"", reason(fault));
                    return Future.succeededFuture();
                });
    }

    private static ResourceReport report(ModuleId module, String fault) {
        return new ResourceReport("module:" + module, fault.isEmpty(), fault);
    }

    static String reason(Throwable fault) {
        String text = fault instanceof ProblemException problem
                ? problem.problem().line()
                : fault.getMessage() == null ? fault.getClass().getSimpleName() : fault.getMessage();
        return Resources.reason(text.isEmpty() ? fault.getClass().getSimpleName() : text);
    }

    private static <T> Future<Void> each(List<T> items, Function<T, Future<?>> step) {
        Future<Void> chain = Future.succeededFuture();
        for (T item : items) {
            chain = chain.compose(done -> step.apply(item).mapEmpty());
        }
        return chain;
    }
}
