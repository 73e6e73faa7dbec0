package io.meshbus.node.host;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.Declaration;
import java.util.List;

/**
 * Who a host is since it was admitted; its being there is what "enrolled" means.
 *
 * @param mesh id of the mesh
 * @param name its name, for the source of events
 * @param meshKey public mesh key, base64url: declarations must be signed with it
 * @param urls where the bus is, as the newest declaration says
 * @param epoch of the mesh at admission
 * @param sealed the host's password, sealed to the node's key for {@code host.<node>}; opened only to connect
 */
public record HostIdentity(
        int v,
        NodeId node,
        String mesh,
        String name,
        String meshKey,
        List<String> urls,
        List<String> pins,
        long epoch,
        String sealed) {
    public HostIdentity {
        urls = List.copyOf(urls);
        pins = List.copyOf(pins);
    }

    public PrincipalId principal() {
        return PrincipalId.host(node);
    }

    public SigningKey.Public publicMeshKey() {
        return new SigningKey.Public(meshKey);
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code CREDENTIALS_UNUSABLE} */
    BusOptions busOptions(SealingKey key) {
        return options(principal(), key, sealed);
    }

    /** The same bus for another principal of this node, with a password sealed for it. */
    BusOptions options(PrincipalId who, SealingKey key, String sealedPassword) {
        Secret password = Secret.of(Sealing.open(key, who.value(), sealedPassword));
        return BusOptions.mesh(who, urls, pins, password);
    }

    /** The same host, where the declaration says the bus is. */
    HostIdentity movedTo(Declaration declaration) {
        return declaration.urls().isEmpty() || declaration.pins().isEmpty()
                ? this
                : new HostIdentity(v, node, mesh, name, meshKey, declaration.urls(), declaration.pins(), epoch, sealed);
    }
}
