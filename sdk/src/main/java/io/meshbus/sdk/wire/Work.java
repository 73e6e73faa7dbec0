package io.meshbus.sdk.wire;

/**
 * Work submitted to a role (spec 3.9).
 *
 * @param id unguessable; the outcome is the seat's event with this id
 * @param submitter the principal that submitted it (informative; authority is the permission)
 * @param input what to do, an object, checked against the seat's schema; numbers as they were written
 */
public record Work(int v, String id, String submitter, JsonText input) {
    public Work {
        Require.member(id, "id");
        Require.member(submitter, "submitter");
        Require.member(input, "input");
    }
}
