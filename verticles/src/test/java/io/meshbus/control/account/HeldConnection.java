package io.meshbus.control.account;

import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.secret.Secret;
import io.nats.client.NKey;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A client that signs in and then only stays: no thread, so that a thousand of them cost the test little. */
final class HeldConnection implements Closeable {
    private static final int ANSWER_MS_MAX = 30_000;
    private static final SSLContext TLS = trusting();

    private final SSLSocket socket;

    HeldConnection(int port, Auth auth) throws IOException {
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
        plain.setSoTimeout(ANSWER_MS_MAX);
        JsonObject info = new JsonObject(line(plain.getInputStream()).substring("INFO ".length()));
        socket = (SSLSocket) TLS.getSocketFactory().createSocket(plain, "127.0.0.1", port, true);
        socket.startHandshake();
        OutputStream out = socket.getOutputStream();
        out.write(("CONNECT " + connect(auth, info).encode() + "\r\nPING\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        for (String line = in.readLine(); !"PONG".equals(line); line = in.readLine()) {
            if (line == null || line.startsWith("-ERR")) {
                throw new IOException("refused: " + line);
            }
        }
    }

    /** Byte by byte: what follows belongs to TLS. */
    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    private static JsonObject connect(Auth auth, JsonObject info) throws IOException {
        JsonObject connect =
                new JsonObject().put("verbose", false).put("pedantic", false).put("tls_required", true);
        Secret password = auth.password();
        if (password != null) {
            return connect.put("user", auth.user()).put("pass", password.revealText());
        }
        try {
            NKey key = NKey.fromSeed(
                    Objects.requireNonNull(auth.nkeySeed()).revealText().toCharArray());
            byte[] signature = key.sign(info.getString("nonce").getBytes(StandardCharsets.US_ASCII));
            return connect.put("nkey", new String(key.getPublicKey()))
                    .put("sig", Base64.getUrlEncoder().withoutPadding().encodeToString(signature));
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private static SSLContext trusting() {
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {new Any()}, new SecureRandom());
            return tls;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The server is this test's own, on loopback. */
    private static final class Any implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
