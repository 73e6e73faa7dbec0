package io.meshbus.node.host.rules;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.secret.SigningKey;

/**
 * What a host knows when a declaration is presented.
 *
 * @param mesh id of the mesh it joined
 * @param meshKey the key that signs for the mesh
 * @param position of the newest declaration it has taken
 * @param digest of that one, empty for none
 */
public record Standing(NodeId node, String mesh, SigningKey.Public meshKey, Position position, String digest) {}
