package io.meshbus.directory;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import java.nio.file.Path;

/** Where everything of one mesh stands below {@code --dir}. */
public record MeshDirectory(Path root) {
    public MeshDirectory {
        root = root.toAbsolutePath().normalize();
    }

    /** Identity, epoch, pins: {@link MeshIdentity}. */
    public Path identity() {
        return root.resolve("mesh.json");
    }

    /** {@code {"nats":…,"monitor":…,"http":…}}, there while the mesh is ready. */
    public Path ports() {
        return root.resolve("run").resolve("ports.json");
    }

    /** Locked by the process that runs this directory's mesh (or one role of it: {@code run/<role>.lock}). */
    public Path lock(String role) {
        return root.resolve("run").resolve(role + ".lock");
    }

    /** Process id of {@code up} or of a role, for {@code down}. */
    public Path pid(String role) {
        return root.resolve("run").resolve(role + ".pid");
    }

    /** Private half of the mesh key. */
    public Path meshKey() {
        return root.resolve("keys").resolve("mesh.key");
    }

    /** The controller's own passwords: {@link ControllerSecrets}. */
    public Path controllerSecrets() {
        return root.resolve("keys").resolve("controller.json");
    }

    /** The first person's principal between genesis and the controller's first start, which takes it over. */
    public Path bootstrap() {
        return root.resolve("keys").resolve("bootstrap.json");
    }

    public Path broker() {
        return root.resolve("broker");
    }

    /** The server's own configuration; includes {@link #users}. */
    public Path natsConf() {
        return broker().resolve("nats.conf");
    }

    /** The composed user list. */
    public Path users() {
        return broker().resolve("users.conf");
    }

    /** A composed list on its way, checked before it is renamed to {@link #users}. */
    public Path usersCandidate() {
        return broker().resolve("users.candidate.conf");
    }

    /** {@link #natsConf} that includes {@link #usersCandidate}; only ever checked, never run. */
    public Path natsCandidateConf() {
        return broker().resolve("nats.candidate.conf");
    }

    public Path certificate() {
        return broker().resolve("server-cert.pem");
    }

    public Path certificateKey() {
        return broker().resolve("server-key.pem");
    }

    /** The certificate that follows {@link #certificate}; there only between the first and the second step of a change. */
    public Path nextCertificate() {
        return broker().resolve("next-cert.pem");
    }

    public Path nextCertificateKey() {
        return broker().resolve("next-key.pem");
    }

    public Path jetstream() {
        return broker().resolve("jetstream");
    }

    /** Process id of the nats-server child. */
    public Path brokerPid() {
        return root.resolve("run").resolve("nats-server.pid");
    }

    /** Written by the server, which bounds it. */
    public Path brokerLog() {
        return logs().resolve("nats-server.log");
    }

    /** What the server says before it has opened its log, of the last start only. */
    public Path brokerErrors() {
        return logs().resolve("nats-server.err");
    }

    public Path store() {
        return root.resolve("store").resolve("mesh.db");
    }

    /** A person's sealed credentials; the key stands beside it as {@code <person>.key}. */
    public Path person(PersonId person) {
        return root.resolve("persons").resolve(person + ".json");
    }

    public Path personKey(PersonId person) {
        return root.resolve("persons").resolve(person + ".key");
    }

    /** A host's state. */
    public Path node(NodeId node) {
        return root.resolve("nodes").resolve(node.value());
    }

    public Path logs() {
        return root.resolve("log");
    }
}
