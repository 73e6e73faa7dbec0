package io.meshbus.launcher.bench;

import io.meshbus.sdk.bus.BusOptions.Auth;

/**
 * A bus that somebody named, and one user of it in an account with JetStream, who may publish {@code mesh.>}, {@code
 * _INBOX.>}, {@code $JS.API.>} and {@code $JS.ACK.>}, and subscribe {@code mesh.>}, {@code _INBOX.>} and {@code $SRV.>}.
 *
 * @param url {@code tls://host:port}
 * @param pin SHA-256 (hex) of the server's certificate
 */
public record NamedBus(String url, String pin, Auth auth) {}
