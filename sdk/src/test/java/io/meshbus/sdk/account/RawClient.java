package io.meshbus.sdk.account;

import io.nats.client.NKey;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;

/** A client of a few lines, so that what the server says is seen as it is. */
final class RawClient implements AutoCloseable {
    private static final int ANSWER_MS_MAX = 10_000;

    /** How to prove oneself; {@code seed} or user and password. */
    record Login(String user, String password, String seed) {
        static Login password(String user, String password) {
            return new Login(user, password, "");
        }

        static Login nkey(String seed) {
            return new Login("", "", seed);
        }
    }

    private final Socket socket;
    private final BufferedReader in;
    private final OutputStream out;
    private int subscriptions;

    RawClient(int port, Login login) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(ANSWER_MS_MAX);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        out = socket.getOutputStream();
        JsonObject info = new JsonObject(in.readLine().substring("INFO ".length()));
        JsonObject connect = new JsonObject().put("verbose", false).put("pedantic", false);
        if (login.seed().isEmpty()) {
            connect.put("user", login.user()).put("pass", login.password());
        } else {
            sign(connect, login.seed(), info.getString("nonce"));
        }
        String refused = exchange("CONNECT " + connect.encode() + "\r\n");
        if (!refused.isEmpty()) {
            socket.close();
            throw new IOException(refused);
        }
    }

    private static void sign(JsonObject connect, String seed, String nonce) throws IOException {
        try {
            NKey key = NKey.fromSeed(seed.toCharArray());
            byte[] signature = key.sign(nonce.getBytes(StandardCharsets.US_ASCII));
            connect.put("nkey", new String(key.getPublicKey()))
                    .put("sig", Base64.getUrlEncoder().withoutPadding().encodeToString(signature));
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Whether the server lets this user publish there. */
    boolean mayPublish(String subject) throws IOException {
        return judge(exchange("PUB " + subject + " 0\r\n\r\n"), subject);
    }

    /** Whether it may subscribe; {@code "subject queue"} asks for a member of a queue. */
    boolean maySubscribe(String pattern) throws IOException {
        subscriptions++;
        String refused = exchange("SUB " + pattern + " " + subscriptions + "\r\n");
        exchange("UNSUB " + subscriptions + "\r\n");
        return judge(refused, pattern);
    }

    private static boolean judge(String refused, String subject) {
        if (refused.isEmpty()) {
            return true;
        }
        if (refused.contains("Permissions Violation")) {
            return false;
        }
        throw new AssertionError(subject + ": " + refused);
    }

    /** Sends, then waits for the answer to a ping; the errors that came before it. */
    private String exchange(String command) throws IOException {
        out.write((command + "PING\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        StringBuilder errors = new StringBuilder();
        for (String line = in.readLine(); !"PONG".equals(line); line = in.readLine()) {
            if (line == null) {
                return errors.isEmpty() ? "closed" : errors.toString();
            }
            if (line.startsWith("-ERR")) {
                errors.append(line);
            }
        }
        return errors.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
