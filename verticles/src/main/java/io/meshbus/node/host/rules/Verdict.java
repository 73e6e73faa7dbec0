package io.meshbus.node.host.rules;

import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.wire.Declaration;

/** What a host makes of a presented declaration. */
public sealed interface Verdict {
    /** SHA-256 of the presented bytes. */
    String digest();

    Position position();

    /**
     * It counts.
     *
     * @param fresh false when it is the one that was taken already
     */
    record Taken(Declaration declaration, Position position, String digest, boolean fresh) implements Verdict {}

    /**
     * It does not count; what is there is kept.
     *
     * @param position what it claims to be, as far as that could be read
     */
    record Refused(ProblemCode code, String reason, Position position, String digest) implements Verdict {}
}
