package io.meshbus.control;

import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.DesiredMesh.Answers;
import java.time.Duration;

/**
 * What an operator may set about the controller.
 *
 * @param answers how responders may answer (spec 2.5)
 * @param auth how principals that are new prove themselves, unless the newest definition says it: as the mesh was made
 * @param liveTimeout how long an answer waits for its principals to be live before the message is held
 * @param sweep how often a reconciler looks without being nudged
 * @param heartbeat interval of the nodes' heartbeats; three missed ones make a node quiet
 * @param lease another controller may lead when the leader has not been heard in the store for so long (spec 3.11)
 */
public record ControllerConfig(
        Answers answers, AuthMode auth, Duration liveTimeout, Duration sweep, Duration heartbeat, Duration lease) {
    public static final ControllerConfig DEFAULT = new ControllerConfig(
            Answers.DERIVED,
            AuthMode.PASSWORD,
            Duration.ofSeconds(20),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofSeconds(5));

    /** A node that was not heard for so long is quiet (spec 3.7). */
    public Duration quietAfter() {
        return heartbeat.multipliedBy(3);
    }

    /** The same, for a mesh that was made so. */
    public ControllerConfig made(AuthMode mode) {
        return new ControllerConfig(answers, mode, liveTimeout, sweep, heartbeat, lease);
    }
}
