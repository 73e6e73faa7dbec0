package io.meshbus.launcher.command;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.launcher.client.MeshDirectories;
import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.run.DirectoryLock;
import io.meshbus.launcher.run.Downing;
import io.meshbus.natsserver.NatsServerBinary;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The checks of {@code doctor}, one after the other; a failed one stops none of the others. */
final class Doctor {
    private static final int JAVA_MIN = 17;
    private static final int CONNECT_MILLIS = 1_000;
    private static final Set<PosixFilePermission> OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private final Cli cli;
    private final List<Finding> findings = new ArrayList<>();

    /** @param found what was looked at and how it is */
    record Finding(String check, boolean ok, String found, String remedy) {}

    Doctor(Cli cli) {
        this.cli = cli;
    }

    List<Finding> findings() {
        java();
        check("nats-server", () -> NatsServerBinary.locate(null).toString());
        directory().ifPresent(this::mesh);
        return findings;
    }

    private void java() {
        int version = Runtime.version().feature();
        add("java", version >= JAVA_MIN, Runtime.version().toString(), "install a JDK " + JAVA_MIN + " or later");
    }

    private Optional<MeshDirectory> directory() {
        try {
            MeshDirectory found = MeshDirectories.ofUser(cli.environment()).existing(cli.options().dir);
            add("directory", true, found.root().toString(), "");
            return Optional.of(found);
        } catch (ProblemException e) {
            add("directory", false, e.problem());
            return Optional.empty();
        }
    }

    private void mesh(MeshDirectory directory) {
        check("secrets", () -> secrets(directory));
        boolean up = DirectoryLock.isHeld(directory, DirectoryLock.UP);
        add("running", true, up ? "a process runs this mesh" : "no process runs this mesh", "");
        Optional<ProcessHandle> orphan = up ? Optional.empty() : Downing.orphanedServer(directory);
        if (orphan.isPresent()) {
            add(
                    "nats-server",
                    false,
                    "runs on without its mesh, as process " + orphan.get().pid(),
                    "meshbus up takes its place, meshbus down ends it");
            return;
        }
        MeshIdentity identity = MeshIdentity.read(directory);
        for (int port : new int[] {identity.natsPort(), identity.monitorPort()}) {
            boolean answers = answers(identity.host(), port);
            add(
                    "port " + port,
                    answers == up,
                    answers ? "somebody listens" : "nobody listens",
                    up ? "look at " + directory.logs() : "end the program that listens there, or choose another port");
        }
        if (up) {
            check("bus", this::bus);
        }
    }

    private static boolean answers(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String secrets(MeshDirectory directory) {
        for (Path file : List.of(
                directory.meshKey(),
                directory.controllerSecrets(),
                directory.certificateKey(),
                directory.nextCertificateKey(),
                directory.users())) {
            try {
                if (Files.exists(file)
                        && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)) {
                    throw new IllegalStateException(file + " can be read by others: chmod 600 " + file);
                }
            } catch (IOException e) {
                throw new IllegalStateException(file + " cannot be looked at", e);
            }
        }
        return "readable by their owner only";
    }

    private String bus() {
        try (Session session = ClientCommand.connect(cli)) {
            JsonObject status = ClientCommand.ask(session, "status", new JsonObject());
            return "the controller answers, " + (status.getBoolean("ready", false) ? "ready" : "not ready");
        }
    }

    private void check(String name, Supplier<String> look) {
        try {
            add(name, true, look.get(), "");
        } catch (ProblemException e) {
            add(name, false, e.problem());
        } catch (IllegalStateException e) {
            add(name, false, String.valueOf(e.getMessage()), "");
        }
    }

    private void add(String name, boolean ok, Problem problem) {
        String why = problem.why().isEmpty() ? "" : ": " + problem.why();
        add(name, ok, problem.what() + why, problem.remedy());
    }

    private void add(String name, boolean ok, String found, String remedy) {
        findings.add(new Finding(name, ok, found, remedy));
    }
}
