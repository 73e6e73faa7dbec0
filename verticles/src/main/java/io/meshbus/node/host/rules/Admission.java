package io.meshbus.node.host.rules;

import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.Declaration.ModuleDeclaration;
import java.util.function.Function;

/** Whether a presented declaration counts (spec 2.5, 3.7). The signature is checked before a byte is parsed. */
public final class Admission {
    /** Bytes of a declaration at most. */
    public static final int DECLARATION_BYTES_MAX = 2 << 20;
    /** Modules of one node at most. */
    public static final int MODULES_MAX = 1000;

    private Admission() {}

    /** @param decoder fails with a {@link ProblemException} when the bytes are no declaration */
    public static Verdict judge(Presented presented, Standing standing, Function<byte[], Declaration> decoder) {
        byte[] body = presented.body();
        String digest = Digest.sha256(body);
        Position claimed = new Position(standing.position().epoch(), presented.sequence());
        if (!presented.subject().equals(Subjects.declare(standing.node()))) {
            return new Verdict.Refused(
                    ProblemCode.BAD_SUBJECT, "it stands on subject " + presented.subject(), claimed, digest);
        }
        if (body.length > DECLARATION_BYTES_MAX) {
            return new Verdict.Refused(
                    ProblemCode.TOO_LARGE,
                    body.length + " bytes, the limit is " + DECLARATION_BYTES_MAX,
                    claimed,
                    digest);
        }
        if (presented.signature() == null) {
            return new Verdict.Refused(ProblemCode.BAD_SIGNATURE, "it is not signed", claimed, digest);
        }
        if (!standing.meshKey().verifies(body, presented.signature())) {
            return new Verdict.Refused(
                    ProblemCode.BAD_SIGNATURE, "it is not signed with the key of this mesh", claimed, digest);
        }
        try {
            return ordered(decoder.apply(body), presented.sequence(), digest, standing);
        } catch (ProblemException e) {
            return new Verdict.Refused(e.code(), e.problem().line(), claimed, digest);
        }
    }

    private static Verdict ordered(Declaration declaration, long sequence, String digest, Standing standing) {
        Position position = new Position(declaration.epoch(), sequence);
        String foreign = foreign(declaration, standing);
        if (!foreign.isEmpty()) {
            return new Verdict.Refused(ProblemCode.BAD_PAYLOAD, foreign, position, digest);
        }
        int order = position.compareTo(standing.position());
        if (order < 0) {
            return new Verdict.Refused(
                    ProblemCode.STALE,
                    "position " + position + " (epoch/sequence) is older than the " + standing.position()
                            + " taken last",
                    position,
                    digest);
        }
        if (order == 0 && !standing.digest().isEmpty()) {
            return digest.equals(standing.digest())
                    ? new Verdict.Taken(declaration, position, digest, false)
                    : new Verdict.Refused(
                            ProblemCode.STALE,
                            "position " + position + " was taken with another content",
                            position,
                            digest);
        }
        return new Verdict.Taken(declaration, position, digest, true);
    }

    /** Why it is not for this node, or empty. */
    private static String foreign(Declaration declaration, Standing standing) {
        if (declaration.v() != 1) {
            return "its version is " + declaration.v() + ", this host reads 1";
        }
        if (!declaration.mesh().equals(standing.mesh())) {
            return "it is for mesh " + declaration.mesh();
        }
        if (!declaration.node().equals(standing.node())) {
            return "it is for node " + declaration.node();
        }
        if (declaration.modules().size() > MODULES_MAX) {
            return declaration.modules().size() + " modules, the limit is " + MODULES_MAX;
        }
        long distinct = declaration.modules().stream()
                .map(ModuleDeclaration::module)
                .distinct()
                .count();
        return distinct == declaration.modules().size() ? "" : "it names a module twice";
    }
}
