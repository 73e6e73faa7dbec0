package io.meshbus.sdk.wire;

import io.meshbus.sdk.id.NodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The controller's answer, signed with the mesh key (header {@code Mesh-Signature}).
 *
 * @param admitted false: refused, with one vague sentence in {@code refusal}
 * @param mesh the mesh's id
 * @param name the mesh's name, for the source of events
 * @param meshKey public mesh key, base64url; the token carries its fingerprint
 * @param sealed the host's password, sealed to the node's key for the purpose {@code host.<node>}
 * @param epoch the mesh's epoch
 */
public record EnrolmentAnswer(
        int v,
        NodeId node,
        boolean admitted,
        String mesh,
        String name,
        String meshKey,
        List<String> urls,
        List<String> pins,
        long epoch,
        @Nullable String sealed,
        @Nullable String refusal) {
    public EnrolmentAnswer {
        Require.member(node, "node");
        Require.member(mesh, "mesh");
        Require.member(name, "name");
        Require.member(meshKey, "meshKey");
        urls = urls == null ? List.of() : List.copyOf(urls);
        pins = pins == null ? List.of() : List.copyOf(pins);
    }
}
