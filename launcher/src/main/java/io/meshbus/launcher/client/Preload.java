package io.meshbus.launcher.client;

import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.slf4j.LoggerFactory;

/**
 * What every client command needs sooner or later, begun on another thread while its words are still being parsed: most of
 * a command's short life is the loading of classes, and most machines have a second core. Whatever fails here fails again,
 * and is told, where it is needed.
 */
public final class Preload {
    private Preload() {}

    /** Before parsing, for a command that will talk to a mesh. */
    public static void begin() {
        Thread thread = new Thread(Preload::load, "preload");
        thread.setDaemon(true);
        thread.start();
    }

    private static void load() {
        try {
            SSLContext.getInstance("TLS").getSupportedSSLParameters();
            WireCodec.encode(new PushAnswer(1, "", 0, PushAnswer.Outcome.UNCHANGED, new JsonObject(), List.of()));
            SealingKey key = SealingKey.generate(new SecureRandom());
            byte[] nothing = "".getBytes(StandardCharsets.UTF_8);
            Sealing.open(key, "", Sealing.seal(key.publicKey(), "", nothing));
        } catch (NoSuchAlgorithmException | RuntimeException e) {
            LoggerFactory.getLogger(Preload.class).debug("preload-failed reason={}", e.toString());
        }
    }
}
