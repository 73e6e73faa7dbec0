package io.meshbus.sdk.wire;

import io.vertx.core.json.JsonObject;

/**
 * Work submitted to a role (spec 3.9).
 *
 * @param id unguessable; the outcome is the seat's event with this id
 * @param submitter the principal that submitted it (informative; authority is the permission)
 * @param input what to do, checked against the seat's schema
 */
public record Work(int v, String id, String submitter, JsonObject input) {
    public Work {
        Require.member(id, "id");
        Require.member(submitter, "submitter");
        Require.member(input, "input");
    }
}
