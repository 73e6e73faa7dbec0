package io.meshbus.launcher.command;

import io.meshbus.sdk.id.SeatId;
import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code seat cancel}. */
@Command(name = "cancel", description = "Take back work that still waits; what a holder has begun stays.")
final class SeatCancelCommand extends RevokeCommand {
    @Parameters(index = "0", paramLabel = "SEAT", description = "The role.")
    String seat = "";

    @Parameters(index = "1", paramLabel = "ID", description = "The work's, as seat submit printed it.")
    String id = "";

    SeatCancelCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        seat = new SeatId(seat).value();
    }

    @Override
    String question() {
        return "seat_cancel";
    }

    @Override
    JsonObject input() {
        return new JsonObject().put("seat", seat).put("id", id);
    }

    @Override
    String done() {
        return "work " + id + " is cancelled";
    }
}
