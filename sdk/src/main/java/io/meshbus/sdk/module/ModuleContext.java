package io.meshbus.sdk.module;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a module runs and what it was given: made by a node's host from the declaration.
 *
 * @param mesh the mesh's name, for the source of events
 * @param manifest the module's, schemas inline
 * @param seats protocols of the seats it holds or submits to, as far as known; an unknown one is not checked here (the
 *     server still refuses what is not granted)
 * @param config the declared config
 * @param secrets opened, by the names of the manifest
 * @param home the module's own directory, where its files and directories lie
 */
public record ModuleContext(
        String mesh,
        NodeId node,
        Manifest manifest,
        List<Seat> seats,
        JsonObject config,
        Map<String, Secret> secrets,
        Path home) {
    public ModuleContext {
        seats = List.copyOf(seats);
        config = config.copy();
        secrets = Map.copyOf(secrets);
    }

    Optional<Seat> seat(SeatId id) {
        return seats.stream().filter(seat -> seat.seat().equals(id)).findFirst();
    }
}
