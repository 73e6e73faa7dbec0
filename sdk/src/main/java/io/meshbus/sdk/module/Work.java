package io.meshbus.sdk.module;

/**
 * A piece of a role's work being done.
 *
 * @param body the input, bound
 * @param id the work's id, which the submitter holds; the same at each attempt
 * @param submitter the principal the submitter says it is: informative
 * @param attempt 1 for the first
 * @param onward trace, for the calls that this work makes
 */
public record Work<T>(T body, String id, String submitter, long attempt, CallOptions onward) {
    /** The work ends with this event of the role, about this work's id. */
    public Outcome outcome(String event, Object data) {
        return new Outcome(event, data);
    }
}
