package io.meshbus.node.host;

import io.meshbus.sdk.wire.Declaration.ModuleDeclaration;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.Map;

/** Starts modules of one form (verticle, process, container). */
interface ModuleStarter {
    Future<RunningModule> start(Start start);

    /**
     * @param fingerprint of the declaration, to recognise what survived a kill of the host
     * @param artefacts name beside the manifest → verified file
     */
    record Start(
            HostIdentity identity,
            ModuleDeclaration module,
            String fingerprint,
            ModuleHome home,
            Map<String, Path> artefacts) {}
}
