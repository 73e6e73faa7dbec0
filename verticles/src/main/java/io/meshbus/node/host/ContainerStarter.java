package io.meshbus.node.host;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.manifest.Manifest.Container;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Modules as containers of podman or docker; one that is as declared is taken over untouched. */
final class ContainerStarter implements ModuleStarter {
    private static final String LABEL = "meshbus.fingerprint";
    /** Seconds a container gets to end by itself. */
    private static final String STOP_SECONDS = "10";
    /** How often it is looked at, milliseconds. */
    private static final long LOOK_MS = 10_000;

    private final Vertx vertx;

    ContainerStarter(Vertx vertx) {
        this.vertx = vertx;
    }

    @Override
    public Future<RunningModule> start(Start start) {
        return vertx.executeBlocking(() -> run(start)).map(cli -> new Contained(cli, name(start)));
    }

    private static String name(Start start) {
        String mesh = start.identity().mesh();
        return "meshbus-" + mesh.substring(0, Math.min(8, mesh.length())).replaceAll("[^A-Za-z0-9]", "x") + "-"
                + start.identity().node() + "-" + start.module().module();
    }

    private static Cli run(Start start) throws IOException {
        Cli cli = Cli.find().orElseThrow(ContainerStarter::noTool);
        String name = name(start);
        Cli.Result found = cli.call(
                List.of("inspect", "-f", "{{.State.Running}} {{index .Config.Labels \"" + LABEL + "\"}}", name));
        if (found.ok() && found.output().equals("true " + start.fingerprint())) {
            return cli;
        }
        if (found.ok()) {
            cli.require(List.of("rm", "-f", name));
        }
        cli.require(arguments(start, name));
        return cli;
    }

    private static RuntimeException noTool() {
        return Problem.of(
                        ProblemCode.TOOL_MISSING,
                        "containers are not supported on this node",
                        "neither podman nor docker is on the path",
                        "install one of them, or assign the module to a node that has it")
                .asException();
    }

    private static List<String> arguments(Start start, String name) {
        Container container =
                Objects.requireNonNull(start.module().manifest().run().container());
        List<String> args = new ArrayList<>(
                List.of("run", "-d", "--name", name, "--label", LABEL + "=" + start.fingerprint(), "--restart", "no"));
        container.ports().forEach(port -> args.addAll(List.of("-p", port)));
        container.mounts().forEach(mount -> args.addAll(List.of("-v", inHome(mount, start))));
        Optional.ofNullable(container.network()).ifPresent(network -> args.addAll(List.of("--network", network)));
        Optional.ofNullable(container.user()).ifPresent(user -> args.addAll(List.of("--user", user)));
        args.add(container.image());
        return args;
    }

    /** A mount that does not begin with a slash stands in the module's home. */
    private static String inHome(String mount, Start start) {
        return mount.startsWith("/")
                ? mount
                : start.home().home().resolve(mount).toString();
    }

    private final class Contained implements RunningModule {
        private final Cli cli;
        private final String name;
        private final long timer;
        private boolean gone;

        Contained(Cli cli, String name) {
            this.cli = cli;
            this.name = name;
            this.timer = vertx.setPeriodic(LOOK_MS, tick -> look());
        }

        private void look() {
            vertx.executeBlocking(() -> cli.call(List.of("inspect", "-f", "{{.State.Running}}", name)))
                    .onSuccess(result -> gone = !result.output().equals("true"))
                    .onFailure(fault -> gone = true);
        }

        @Override
        public String fault() {
            return gone ? "its container is not running" : "";
        }

        @Override
        public boolean gone() {
            return gone;
        }

        @Override
        public Future<Void> renew(BusOptions.Auth auth) {
            return Future.failedFuture("it reads its credentials when it starts");
        }

        @Override
        public Future<Void> trust(List<String> pins) {
            return Future.failedFuture("it reads its pins when it starts");
        }

        @Override
        public Future<Void> stop() {
            vertx.cancelTimer(timer);
            return vertx.<Void>executeBlocking(() -> {
                cli.call(List.of("stop", "-t", STOP_SECONDS, name));
                cli.call(List.of("rm", "-f", name));
                return null;
            });
        }
    }
}
