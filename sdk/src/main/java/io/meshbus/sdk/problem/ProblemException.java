package io.meshbus.sdk.problem;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A failed future or call that carries its {@link Problem}s; never carries a secret. */
public class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public ProblemException(Problem problem) {
        this(List.of(problem), null);
    }

    public ProblemException(Problem problem, Throwable cause) {
        this(List.of(problem), cause);
    }

    /** All faults found at once; at least one. */
    public ProblemException(List<Problem> problems) {
        this(problems, null);
    }

    private ProblemException(List<Problem> problems, @Nullable Throwable cause) {
        super(message(problems), cause);
        this.problems = List.copyOf(problems);
    }

    private static String message(List<Problem> problems) {
        if (problems.isEmpty()) {
            throw new IllegalArgumentException("at least one problem");
        }
        return String.join("\n", problems.stream().map(Problem::line).toList());
    }

    /** The first, which gives the code. */
    public final Problem problem() {
        return problems.get(0);
    }

    public final List<Problem> problems() {
        return problems;
    }

    public final ProblemCode code() {
        return problem().code();
    }
}
