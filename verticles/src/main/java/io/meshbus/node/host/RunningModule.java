package io.meshbus.node.host;

import io.meshbus.sdk.bus.BusOptions;
import io.vertx.core.Future;
import java.util.List;

/** A module that was started; used on the host's context only. */
interface RunningModule {
    /** Why it is not running as declared just now; empty when it is. */
    String fault();

    /** Whether starting it anew is the only way back; otherwise it looks after itself. */
    boolean gone();

    /** Goes on with other credentials without a stop; fails when it must be started anew for that. */
    Future<Void> renew(BusOptions.Auth auth);

    /** Recognises the bus by these certificates from now on; fails when it must be started anew for that. */
    Future<Void> trust(List<String> pins);

    /** Ends it within a bound; never fails for a module that is gone already. */
    Future<Void> stop();
}
