package io.meshbus.sdk.client;

import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.schema.SchemaCheck;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The schema of a role's work, as the catalogue shows it. Pure. */
final class WorkSchema {
    private WorkSchema() {}

    /** Lets everything pass when the catalogue does not show that work: the bus knows whether it may be given. */
    static SchemaCheck of(JsonArray seats, SeatVerb work) {
        return SchemaCheck.of(seats.stream()
                .map(JsonObject.class::cast)
                .filter(seat -> work.seat().value().equals(seat.getString("name")))
                .map(seat -> seat.getJsonObject("accepts", new JsonObject())
                        .getJsonObject(work.verb().value(), new JsonObject())
                        .getJsonObject("schema"))
                .findFirst()
                .orElse(null));
    }
}
