package io.meshbus.sdk.impl;

import io.meshbus.sdk.subject.Digest;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Accepts exactly the certificates whose SHA-256 is pinned: no authority, no host name, no expiry (spec 4.2, facts 8).
 * Remembers the last one refused, which is the reason jnats does not pass on.
 */
final class PinnedTrust extends X509ExtendedTrustManager {
    private final Supplier<List<String>> pins;
    private volatile @Nullable String refused;

    /** @param pins asked at every handshake, so that they may change while a connection stands */
    PinnedTrust(Supplier<List<String>> pins) {
        this.pins = pins;
    }

    private boolean isPinned(String shown) {
        return pins.get().stream()
                .anyMatch(pin -> pin.toLowerCase(Locale.ROOT).replace(":", "").equals(shown));
    }

    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {this}, new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }

    /** SHA-256 of the certificate that was refused last, or null. */
    @Nullable
    String refused() {
        return refused;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
        if (chain == null || chain.length == 0) {
            throw new CertificateException("the server showed no certificate");
        }
        String shown = Digest.sha256(chain[0].getEncoded());
        if (!isPinned(shown)) {
            refused = shown;
            throw new CertificateException("server certificate does not match a pin: sha256 " + shown);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("this side is never a server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw new CertificateException("this side is never a server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("this side is never a server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
