package io.meshbus.control.account;

import io.meshbus.directory.ControllerSecrets;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.id.PrincipalId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces the controller's own credentials: fresh ones are written beside those in use and let in, then the file is
 * switched, the connections go on with them, and those before end. Whatever the file says after a crash, its first ones
 * are let in. On the verticle's context.
 */
final class OwnRotation {
    private static final Logger LOG = LoggerFactory.getLogger(OwnRotation.class);

    private final Vertx vertx;
    private final MeshDirectory directory;
    private final SecureRandom random;
    private final AccountVerticle.Renewal renewal;
    private ControllerSecrets secrets;

    OwnRotation(
            Vertx vertx,
            MeshDirectory directory,
            SecureRandom random,
            AccountVerticle.Renewal renewal,
            ControllerSecrets secrets) {
        this.vertx = vertx;
        this.directory = directory;
        this.random = random;
        this.renewal = renewal;
        this.secrets = secrets;
    }

    ControllerSecrets secrets() {
        return secrets;
    }

    boolean isUnderWay() {
        return secrets.hasNext() || secrets.hasOld();
    }

    /** The next list has to let the fresh ones in. */
    Future<Void> begin(AuthMode mode) {
        return isUnderWay() ? Future.succeededFuture() : write(secrets.withNext(mode, random));
    }

    /** A list with these is live. True when another list has to follow. */
    Future<Boolean> live(ControllerSecrets listed) {
        if (listed != secrets || !isUnderWay()) {
            return Future.succeededFuture(isUnderWay());
        }
        Future<Void> switched = secrets.hasNext() ? write(secrets.switched()) : Future.succeededFuture();
        return switched.compose(done -> renewAll())
                .compose(done -> write(secrets.settled()))
                .map(done -> {
                    LOG.info("own-credentials-rotated");
                    return true;
                });
    }

    private Future<Void> renewAll() {
        Future<Void> all = Future.succeededFuture();
        for (PrincipalId own : List.of(PrincipalId.CONTROLLER, PrincipalId.STREAMS)) {
            all = all.compose(done -> renewal.renew(own, secrets.auth(own)));
        }
        return all;
    }

    private Future<Void> write(ControllerSecrets next) {
        return vertx.<Void>executeBlocking(() -> {
                    next.write(directory);
                    return null;
                })
                .onSuccess(written -> secrets = next);
    }
}
