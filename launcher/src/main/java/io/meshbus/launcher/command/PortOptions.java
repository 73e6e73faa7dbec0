package io.meshbus.launcher.command;

import io.meshbus.sdk.account.AuthMode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a mesh is made: where it listens and how its principals prove themselves; chosen once and kept. */
final class PortOptions {
    @Option(
            names = "--port",
            paramLabel = "N",
            description = "The bus's port. Default: what the mesh has, else a free one.")
    int nats;

    @Option(names = "--monitor-port", paramLabel = "N", description = "The broker's monitoring on loopback; likewise.")
    int monitor;

    @Option(names = "--http-port", paramLabel = "N", description = "Health; likewise.")
    int http;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Where the bus listens and clients reach it. Default: what the mesh has, else 127.0.0.1.")
    String host = "127.0.0.1";

    @Option(
            names = "--auth",
            paramLabel = "MODE",
            description =
                    "How principals prove themselves when the mesh is made: ${COMPLETION-CANDIDATES}. Default: what "
                            + "the definition says, else password.")
    @Nullable
    AuthMode auth;
}
