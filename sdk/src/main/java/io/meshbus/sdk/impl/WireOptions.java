package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.secret.Secret;
import io.nats.client.AuthHandler;
import io.nats.client.NKey;
import io.nats.client.Options;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Objects;

/** jnats' options for a bus: everything that could block, drop or guess is off; our own bounds stand in front. */
final class WireOptions {
    static final Duration PING_INTERVAL = Duration.ofSeconds(10);
    static final int PINGS_OUT_MAX = 2;
    /** A write that takes longer has lost its server. */
    static final Duration WRITE_TIMEOUT = Duration.ofSeconds(10);

    private static final int UNBOUNDED = -1;

    private WireOptions() {}

    static Options build(BusOptions bus, Session session, Outflow outflow, PinnedTrust trust) {
        Options.Builder builder = new Options.Builder()
                .servers(bus.urls().toArray(new String[0]))
                .connectionName("meshbus " + bus.principal())
                .inboxPrefix(bus.principal().inboxPrefix() + ".")
                .connectionTimeout(bus.connectTimeout())
                .sslContext(trust.context())
                .maxReconnects(UNBOUNDED)
                .reconnectBufferSize(UNBOUNDED)
                .maxMessagesInOutgoingQueue(UNBOUNDED)
                .reconnectDelayHandler(Reconnects::pause)
                .pingInterval(PING_INTERVAL)
                .socketWriteTimeout(WRITE_TIMEOUT)
                .maxPingsOut(PINGS_OUT_MAX)
                .subjectValidationType(Options.SubjectValidationType.None)
                .dataPortType(PromptDataPort.class.getName())
                .callbackExecutor(new DirectExecutor())
                .statisticsCollector(outflow)
                .errorListener(session)
                .connectionListener(session)
                .readListener(session);
        if (bus.unicodeSubjects()) {
            builder.supportUTF8Subjects();
        }
        return authenticated(builder, bus.auth()).build();
    }

    static Options.Builder authenticated(Options.Builder builder, BusOptions.Auth auth) {
        Secret password = auth.password();
        if (password != null) {
            return builder.userInfo(
                    auth.user().toCharArray(), password.revealText().toCharArray());
        }
        return builder.authHandler(new NkeyAuth(Objects.requireNonNull(auth.nkeySeed())));
    }

    /** Signs the server's nonce; the seed stays wrapped. */
    private record NkeyAuth(Secret seed) implements AuthHandler {
        private NKey key() {
            return NKey.fromSeed(seed.revealText().toCharArray());
        }

        @Override
        public byte[] sign(byte[] nonce) {
            try {
                return key().sign(nonce);
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalStateException("the nkey seed cannot sign", e);
            }
        }

        @Override
        public char[] getID() {
            try {
                return key().getPublicKey();
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalStateException("the nkey seed has no public key", e);
            }
        }

        @Override
        public char[] getJWT() {
            return new char[0];
        }
    }
}
