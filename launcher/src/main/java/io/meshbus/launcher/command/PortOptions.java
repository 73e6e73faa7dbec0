package io.meshbus.launcher.command;

import picocli.CommandLine.Option;

/** Where a mesh listens; chosen once and kept. */
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
}
