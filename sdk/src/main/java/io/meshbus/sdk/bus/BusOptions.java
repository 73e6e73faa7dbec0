package io.meshbus.sdk.bus;

import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.Secret;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How to connect.
 *
 * @param principal the user name, which fixes the inbox prefix
 * @param urls {@code tls://host:port}, tried in turn; at least one
 * @param pins SHA-256 (hex) of the certificates accepted, at least one: an exact pin, no host-name game (facts 8)
 * @param auth password or nkey seed
 * @param apiPrefix prefix of the JetStream API: {@code streams.API} in MESH, {@code $JS.API} in STREAMS itself
 * @param connectTimeout the first connect fails after this
 * @param pendingBytesMax outgoing bytes held while the bus is away
 * @param unicodeSubjects whether subjects may hold more than printable ASCII: the ids of a tenant fabric are opaque (spec
 *     6.1), the mesh's own never need it
 */
public record BusOptions(
        PrincipalId principal,
        List<String> urls,
        List<String> pins,
        Auth auth,
        String apiPrefix,
        Duration connectTimeout,
        long pendingBytesMax,
        boolean unicodeSubjects) {
    public BusOptions {
        urls = List.copyOf(urls);
        pins = List.copyOf(pins);
        if (urls.isEmpty() || pins.isEmpty()) {
            throw new IllegalArgumentException("at least one url and one pin");
        }
    }

    /** With subjects of printable ASCII. */
    public BusOptions(
            PrincipalId principal,
            List<String> urls,
            List<String> pins,
            Auth auth,
            String apiPrefix,
            Duration connectTimeout,
            long pendingBytesMax) {
        this(principal, urls, pins, auth, apiPrefix, connectTimeout, pendingBytesMax, false);
    }

    /** A principal of MESH with the defaults of the spec. */
    public static BusOptions mesh(PrincipalId principal, List<String> urls, List<String> pins, Secret password) {
        return mesh(principal, urls, pins, new Auth(principal.value(), password, null));
    }

    /** The same, with whatever it proves itself with. */
    public static BusOptions mesh(PrincipalId principal, List<String> urls, List<String> pins, Auth auth) {
        return new BusOptions(
                principal,
                urls,
                pins,
                auth,
                io.meshbus.sdk.subject.Streams.API_PREFIX,
                Duration.ofSeconds(5),
                8L << 20);
    }

    /** The same principal with other credentials. */
    public BusOptions withAuth(Auth other) {
        return new BusOptions(
                principal, urls, pins, other, apiPrefix, connectTimeout, pendingBytesMax, unicodeSubjects);
    }

    /** The same principal where other certificates count. */
    public BusOptions withPins(List<String> others) {
        return new BusOptions(principal, urls, others, auth, apiPrefix, connectTimeout, pendingBytesMax);
    }

    public BusOptions withApiPrefix(String prefix) {
        return new BusOptions(principal, urls, pins, auth, prefix, connectTimeout, pendingBytesMax, unicodeSubjects);
    }

    public BusOptions withUnicodeSubjects() {
        return new BusOptions(principal, urls, pins, auth, apiPrefix, connectTimeout, pendingBytesMax, true);
    }

    /**
     * Exactly one of password and nkey seed.
     *
     * @param user the name to sign in with a password; with an nkey only shown
     */
    public record Auth(
            String user,
            @Nullable Secret password,
            @Nullable Secret nkeySeed) {
        public Auth {
            if ((password == null) == (nkeySeed == null)) {
                throw new IllegalArgumentException("a password or an nkey seed, not both");
            }
        }

        /** With a key instead of a password. */
        public static Auth nkey(PrincipalId principal, Secret seed) {
            return new Auth(principal.value(), null, seed);
        }
    }
}
