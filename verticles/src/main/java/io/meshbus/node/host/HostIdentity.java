package io.meshbus.node.host;

import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.Declaration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who a host is since it was admitted; its being there is what "enrolled" means.
 *
 * @param mesh id of the mesh
 * @param name its name, for the source of events
 * @param meshKey public mesh key, base64url: declarations must be signed with it
 * @param urls where the bus is, as the newest declaration says
 * @param epoch of the mesh at admission
 * @param sealed what the host was handed ({@link HandedCredential}); opened only to connect
 * @param nkeysFrom the first of the node's own nkeys that no principal has; null for none
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
        String sealed,
        @Nullable Long nkeysFrom) {
    public HostIdentity {
        urls = List.copyOf(urls);
        pins = List.copyOf(pins);
    }

    /** Without a key in use. */
    public HostIdentity(
            int v,
            NodeId node,
            String mesh,
            String name,
            String meshKey,
            List<String> urls,
            List<String> pins,
            long epoch,
            String sealed) {
        this(v, node, mesh, name, meshKey, urls, pins, epoch, sealed, null);
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

    /** The same bus for another principal of this node, with what was handed out for it. */
    BusOptions options(PrincipalId who, SealingKey key, String handed) {
        return BusOptions.mesh(who, urls, pins, HandedCredential.open(key, who, handed));
    }

    /** The first of the node's nkeys that no principal has. */
    long firstFreeNkey() {
        long free = nkeysFrom == null ? 0 : nkeysFrom;
        return Math.max(free, HandedCredential.numberOf(sealed) + 1);
    }

    /** The same host, where the declaration says the bus is, and with what it hands out. */
    HostIdentity movedTo(Declaration declaration) {
        boolean somewhere = !declaration.urls().isEmpty() && !declaration.pins().isEmpty();
        long free = NkeyStock.from(firstFreeNkey(), declaration);
        return new HostIdentity(
                v,
                node,
                mesh,
                name,
                meshKey,
                somewhere ? declaration.urls() : urls,
                somewhere ? declaration.pins() : pins,
                epoch,
                declaration.credentials() == null ? sealed : declaration.credentials(),
                free == 0 ? nkeysFrom : Long.valueOf(free));
    }
}
