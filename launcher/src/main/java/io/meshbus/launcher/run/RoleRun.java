package io.meshbus.launcher.run;

import io.meshbus.control.ControllerConfig;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.launcher.HostWiring;
import io.meshbus.launcher.Wiring;
import io.meshbus.launcher.config.Role.Part;
import io.meshbus.launcher.config.RoleConfig;
import io.meshbus.node.host.HostState;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The roles of one config in one process, beside other processes on the same directory. Blocking. */
public final class RoleRun {
    private static final String NO_TOKEN = "it is not enrolled and no token was given";
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private final RoleConfig config;
    private final MeshDirectory directory;
    private final Consumer<String> say;

    public RoleRun(RoleConfig config, Consumer<String> say) {
        this.config = config;
        this.directory = new MeshDirectory(config.dir());
        this.say = say;
    }

    /**
     * Starts, stays, drains.
     *
     * @param signals gets what to do when the process is told to stop
     * @return true when everything ended well and in time
     */
    public boolean run(Consumer<Runnable> signals) {
        boolean alone = config.parts().equals(EnumSet.of(Part.HOST));
        Optional<MeshIdentity> identity = alone ? Optional.empty() : Optional.of(MeshIdentity.read(directory));
        String name = config.processName();
        boolean tokenless =
                config.host().token().isEmpty() && config.host().tokenFile().isEmpty();
        if (alone
                && tokenless
                && new HostState(directory.node(node())).identity().isEmpty()) {
            throw noToken(node(), NO_TOKEN);
        }
        return DirectoryLock.ofRole(directory, name).hold(() -> locked(identity, name, signals));
    }

    private boolean locked(Optional<MeshIdentity> identity, String name, Consumer<Runnable> signals) {
        PidFile.write(directory, name);
        StayingProcess process = new StayingProcess(Wiring.vertx(), config.shutdown());
        signals.accept(process::stop);
        try {
            int http = process.start(
                    () -> identity.map(known -> start(wiring(process, known)))
                            .orElseGet(() -> startHost(new HostWiring(process.vertx(), process.stack()))),
                    START_LIMIT);
            ready(identity, name, http);
            process.awaitStop();
        } catch (RuntimeException e) {
            process.drain();
            throw e;
        } finally {
            gone(name);
        }
        return process.drain();
    }

    private Wiring wiring(StayingProcess process, MeshIdentity identity) {
        ControllerConfig standard = ControllerConfig.DEFAULT;
        ControllerConfig controller = new ControllerConfig(
                config.controller().answers(),
                standard.auth(),
                standard.liveTimeout(),
                config.controller().sweep(),
                standard.heartbeat(),
                config.controller().lease());
        return new Wiring(
                process.vertx(),
                process.stack(),
                directory,
                identity,
                new Wiring.Settings(
                        config.processName(),
                        config.server(),
                        controller,
                        config.store().map(StorePassword::with)));
    }

    /** The broker before those who connect to it. */
    private Future<Integer> start(Wiring wiring) {
        Set<Part> control = EnumSet.noneOf(Part.class);
        config.parts().stream().filter(Part::controls).forEach(control::add);
        Future<?> broker = config.parts().contains(Part.BROKER) ? wiring.broker() : Future.succeededFuture();
        return broker.compose(done -> control.isEmpty()
                        ? Future.succeededFuture()
                        : wiring.store().compose(revision -> wiring.controller(control)))
                .compose(done -> config.parts().contains(Part.HOST) ? host(wiring) : Future.succeededFuture())
                .compose(done ->
                        wiring.health(config.http().host(), config.http().port()));
    }

    /** Beside its controller a host asks for its token itself, as the local operator would. */
    private Future<Void> host(Wiring wiring) {
        NodeId node = node();
        boolean besideAsk = config.parts().contains(Part.ASK);
        return wiring.enrolled(node)
                .compose(enrolled -> enrolled || !besideAsk || given().isPresent()
                        ? token(enrolled)
                        : wiring.operator()
                                .compose(operator -> Tokens.issue(operator, node))
                                .map(Optional::of))
                .compose(token -> wiring.host(node, token));
    }

    /** A host by itself needs nothing of the mesh's directory but its own state. */
    private Future<Integer> startHost(HostWiring wiring) {
        return wiring.enrolled(directory.node(node()))
                .compose(this::token)
                .compose(token -> wiring.host(directory.node(node()), node().value(), token))
                .compose(done ->
                        wiring.health(config.http().host(), config.http().port()));
    }

    private NodeId node() {
        return config.host().node().orElseThrow();
    }

    private Future<Optional<String>> token(boolean enrolled) {
        if (enrolled) {
            return Future.succeededFuture(Optional.empty());
        }
        try {
            Optional<String> token = given();
            return token.isPresent() ? Future.succeededFuture(token) : Future.failedFuture(noToken(node(), NO_TOKEN));
        } catch (UncheckedIOException e) {
            return Future.failedFuture(noToken(node(), String.valueOf(e.getMessage())));
        }
    }

    private Optional<String> given() {
        return config.host()
                .token()
                .map(token -> token.text().revealText())
                .or(() -> config.host().tokenFile().map(RoleRun::read));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the token file " + file + " cannot be read", e);
        }
    }

    private ProblemException noToken(NodeId node, String why) {
        return Problem.of(
                        ProblemCode.NOT_ENROLLED,
                        "node " + node + " cannot join",
                        why,
                        "meshbus --dir " + directory.root() + " token issue --node " + node
                                + ", then give it as MESHBUS_TOKEN or host.tokenFile")
                .asException();
    }

    private void ready(Optional<MeshIdentity> identity, String name, int http) {
        if (config.parts().contains(Part.BROKER)) {
            identity.ifPresent(known -> PortsFile.write(directory, known, http));
        }
        say.accept("ready role=" + name
                + identity.map(known -> " mesh=" + known.name() + " url=" + known.url())
                        .orElse("")
                + " health=http://" + config.http().host() + ":" + http + "/health/ready");
    }

    private void gone(String name) {
        if (config.parts().contains(Part.BROKER)) {
            PortsFile.remove(directory);
        }
        PidFile.remove(directory, name);
    }
}
