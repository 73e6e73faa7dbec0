package io.meshbus.sdk.impl;

import io.nats.client.impl.SocketDataPort;
import java.io.IOException;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * jnats' socket with a close that does not wait: jnats wakes its reader by shutting the input down, but leaves that out on
 * TLS, so every close takes the second after which it gives up. The plain socket below TLS can be shut down as well. Made
 * by jnats, by its name.
 */
public final class PromptDataPort extends SocketDataPort {
    private @Nullable Socket plain;

    @Override
    public void upgradeToSecure() throws IOException {
        plain = socket;
        super.upgradeToSecure();
    }

    @Override
    public void shutdownInput() throws IOException {
        Socket below = plain;
        if (below != null && !below.isClosed()) {
            below.shutdownInput();
        }
    }
}
