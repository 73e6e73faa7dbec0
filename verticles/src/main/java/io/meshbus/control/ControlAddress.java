package io.meshbus.control;

/**
 * Addresses on the Vert.x event bus over which the controller's verticles meet. A nudge carries nothing and may be lost:
 * every reconciler also sweeps.
 */
public final class ControlAddress {
    /** Published (no body) when the desired state's revision has risen. */
    public static final String DESIRED_CHANGED = "control.desired-changed";
    /** Published (no body) when the composed list of a newer revision is verified live. */
    public static final String ACCOUNTS_LIVE = "control.accounts-live";
    /** Published (no body) when streams and durables of a newer revision stand. */
    public static final String STREAMS_READY = "control.streams-ready";
    /** Published (no body) when the user list's file was replaced: the broker in this process need not poll. */
    public static final String USERS_WRITTEN = "control.users-written";
    /**
     * Request: body = bytes of an {@code EnrolmentRequest} ({@code Buffer}), header {@link #ATTEMPT}. A reply = recorded
     * or finally refused, the message may be acknowledged; a failure = hold it.
     */
    public static final String ENROL = "control.enrol";
    /** Request: body = bytes of a {@code Push} ({@code Buffer}); reply and failure as for {@link #ENROL}. */
    public static final String PUSH = "control.push";
    /** Request: body = bytes of a {@code Push}; reply = bytes of the {@code PushAnswer} it would get; changes nothing. */
    public static final String PREVIEW = "control.preview";
    /** Published with a report's node name when it was recorded. */
    public static final String REPORTED = "control.reported";
    /** Published with a node's name at each of its heartbeats. */
    public static final String HEARD = "control.heard";
    /**
     * Request (no body): a {@code JsonObject} {held, storeAwaySince, stale, poisoned, nodes: {name: {lastSeen, quiet,
     * load, version, digest}}}.
     */
    public static final String INTAKE_STATE = "control.intake-state";

    /** Event bus header: which delivery of a held message this is, 1 for the first. */
    public static final String ATTEMPT = "attempt";

    /**
     * Request: body = {@code {principal?}} ({@code JsonObject}); reply = the composed list that is live: {@code
     * {revision, principals: [{principal, account, publish: [{subject, reason, where}], subscribe: […]}], quarantined:
     * [{principal, why}]}}.
     */
    public static final String ACCOUNTS_SHOW = "control.accounts.show";
    /**
     * Request: body = {@code {principal, direction: "publish" | "subscribe", subject}}; reply = {@code {principal,
     * direction, subject, allowed, grant: {subject, reason, where} | null, text}}. A failure carries the code's number.
     */
    public static final String ACCOUNTS_EXPLAIN = "control.accounts.explain";

    /**
     * Request: body = {@code {module?, event?, reason?, version?, after?, limit?}}; reply = dead letters in the order in
     * which they came: {@code {letters: [the newest of them], groups, matched, total, last, end}}. Failures of the four
     * carry the code's number.
     */
    public static final String DEAD_LIST = "control.dead.list";
    /** Request: body = {@code {id}}; reply = the whole letter. */
    public static final String DEAD_SHOW = "control.dead.show";
    /**
     * Request: one step of a redrive. Body = {@code {by, ids | (module?, event?, reason?, version?, after?, upTo?), limit?,
     * body?}}; reply = {@code {done: [ids], refused: [{id, code, why}], missing: [ids], after, upTo, end}}.
     */
    public static final String DEAD_REDRIVE = "control.dead.redrive";
    /** Request and reply as of {@link #DEAD_REDRIVE}, without {@code body}. */
    public static final String DEAD_DROP = "control.dead.drop";

    /**
     * Request: body = {@code {principals: [id, …], by}}, or {@code {all: true, by}} for all but persons; reply = {@code
     * {rotated: [id, …]}}: recorded, not yet live. {@link #ACCOUNTS_SHOW} tells in {@code retiring} which old ones still open.
     */
    public static final String ACCOUNTS_ROTATE = "control.accounts.rotate";

    /**
     * Request (no body); reply = what the newest desired state would let principals do that the live list does not, and
     * whether file and server still are as proved: {@code {revision, liveRevision, principals: {added, removed, changed:
     * [{name, publish: {added, removed}, subscribe: {…}}]}, fileAsComposed, serverAsComposed, quarantined: [{principal, why}]}}.
     */
    public static final String ACCOUNTS_DIFF = "control.accounts.diff";

    /**
     * Request: body = {@code {principal?}}, {@code {sample}} or {@code {after?}}; reply, within {@link #CHECK_MILLIS} = what the
     * server lets twins of them do otherwise than composed: {@code {checked: [id, …], cases, left, differing, differences:
     * [{principal, direction, subject, expected, found}], next?}}. A failure carries the code's number.
     */
    public static final String ACCOUNTS_CHECK = "control.accounts.check";

    /** Two reloads and the probes between them. */
    public static final long CHECK_MILLIS = 150_000;

    /**
     * Request (no body); reply = by which certificates every enrolled node has been told to recognise the bus ({@code
     * JsonArray} of SHA-256 in hex), empty before the first whole pass.
     */
    public static final String PINS_DECLARED = "control.pins-declared";

    private ControlAddress() {}
}
