package io.meshbus.node.host;

import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.SigningKey;

/** The node's own key pairs: made before it first asks, so that asking again is asking with the same keys. */
record HostKeys(SealingKey sealing, SigningKey identity) {}
