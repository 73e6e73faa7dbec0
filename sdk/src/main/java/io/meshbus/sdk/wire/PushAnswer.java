package io.meshbus.sdk.wire;

import io.meshbus.sdk.problem.Problem;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * What became of a push.
 *
 * @param number the push's number, 0 when refused
 * @param outcome what was done
 * @param difference what it changes, as {@code push --preview} shows it
 * @param problems why it was refused
 */
public record PushAnswer(
        int v, String id, long number, Outcome outcome, JsonObject difference, List<Problem> problems) {
    public enum Outcome {
        APPLIED,
        UNCHANGED,
        REFUSED
    }

    public PushAnswer {
        Require.member(id, "id");
        Require.member(outcome, "outcome");
        Require.member(difference, "difference");
        Require.member(problems, "problems");
        problems = List.copyOf(problems);
    }
}
