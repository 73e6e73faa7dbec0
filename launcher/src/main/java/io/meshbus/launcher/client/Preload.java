package io.meshbus.launcher.client;

import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * What every client command needs sooner or later, begun on another thread while its words are still being parsed: most of
 * a command's short life is the loading of classes, and most machines have a second core. Whatever fails here fails again,
 * and is told, where it is needed.
 */
public final class Preload {
    private static final AtomicReference<@Nullable Future<Vertx>> MADE = new AtomicReference<>();

    private static final Duration START_LIMIT = Duration.ofSeconds(10);

    private Preload() {}

    /** Before parsing, for a command that will talk to a mesh. Whoever begins also {@linkplain #end ends}. */
    public static void begin() {
        Promise<Vertx> made = Promise.promise();
        MADE.set(made.future());
        start("preload-vertx", () -> vertx(made));
        start("preload-keys", Preload::keys);
    }

    /** The Vert.x that was made ahead, or a new one; the caller's from now on. */
    static Vertx vertx() {
        Future<Vertx> made = MADE.getAndSet(null);
        return made == null ? ClientVertx.create() : Awaiting.result(made, START_LIMIT, "starting Vert.x");
    }

    /** Closes what nobody took, as after a wrong word. */
    public static void end() {
        Future<Vertx> made = MADE.getAndSet(null);
        if (made != null) {
            made.onSuccess(Vertx::close);
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void vertx(Promise<Vertx> made) {
        try {
            made.complete(ClientVertx.create());
        } catch (RuntimeException e) {
            made.fail(e);
        }
    }

    private static void keys() {
        try {
            SSLContext.getInstance("TLS").getSupportedSSLParameters();
            SealingKey key = SealingKey.generate(new SecureRandom());
            byte[] nothing = "".getBytes(StandardCharsets.UTF_8);
            Sealing.open(key, "", Sealing.seal(key.publicKey(), "", nothing));
        } catch (NoSuchAlgorithmException | RuntimeException e) {
            LoggerFactory.getLogger(Preload.class).debug("preload-failed reason={}", e.toString());
        }
    }
}
