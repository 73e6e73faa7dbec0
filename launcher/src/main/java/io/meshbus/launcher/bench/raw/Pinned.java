package io.meshbus.launcher.bench.raw;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.X509TrustManager;

/** Takes the certificates that the SDK's side takes, and no other. */
final class Pinned implements X509TrustManager {
    private final List<String> pins;

    /** @param pins SHA-256, hex */
    Pinned(List<String> pins) {
        this.pins = pins.stream()
                .map(pin -> pin.toLowerCase(Locale.ROOT).replace(":", ""))
                .toList();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        try {
            byte[] shown = MessageDigest.getInstance("SHA-256").digest(chain[0].getEncoded());
            if (!pins.contains(HexFormat.of().formatHex(shown))) {
                throw new CertificateException("the server's certificate is not the pinned one");
            }
        } catch (NoSuchAlgorithmException e) {
            throw new CertificateException(e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("there are no clients here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
