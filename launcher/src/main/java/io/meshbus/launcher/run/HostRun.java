package io.meshbus.launcher.run;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.launcher.HostWiring;
import io.meshbus.launcher.Wiring;
import io.meshbus.node.host.HostState;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** One host in one process, on a machine that holds nothing else of its mesh. Blocking. */
public final class HostRun {
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(20);
    /** As long as a token may live. */
    private static final Duration ENROLMENT_LIMIT = Duration.ofDays(30);

    private static final String NAME = "host";

    private final Path state;
    private final Optional<String> token;
    private final Consumer<String> say;

    /**
     * @param state the host's directory
     * @param token to enrol with, or empty when it is enrolled
     */
    public HostRun(Path state, Optional<String> token, Consumer<String> say) {
        this.state = state;
        this.token = token;
        this.say = say;
    }

    /** As {@link RoleRun#run}. */
    public boolean run(Consumer<Runnable> signals) {
        MeshDirectory own = new MeshDirectory(state);
        if (token.isEmpty() && new HostState(state).identity().isEmpty()) {
            throw notEnrolled();
        }
        return DirectoryLock.ofRole(own, NAME).hold(() -> locked(own, signals));
    }

    /** Said before anything is written where nobody is to be a host. */
    private RuntimeException notEnrolled() {
        return Problem.of(
                        ProblemCode.NOT_ENROLLED,
                        "this machine is not a node of a mesh",
                        "there is no host's identity in it",
                        "ask the mesh's operator for a token (meshbus token issue --node N) and give it with --token-file")
                .at(state.toString())
                .asException();
    }

    private boolean locked(MeshDirectory own, Consumer<Runnable> signals) {
        PidFile.write(own, NAME);
        StayingProcess process = new StayingProcess(Wiring.vertx(), DRAIN_LIMIT);
        signals.accept(process::stop);
        try {
            HostWiring wiring = new HostWiring(process.vertx(), process.stack());
            process.start(() -> wiring.host(state, NAME, token), ENROLMENT_LIMIT);
            say.accept("ready host=" + state);
            process.awaitStop();
        } catch (RuntimeException e) {
            process.drain();
            throw e;
        } finally {
            PidFile.remove(own, NAME);
        }
        return process.drain();
    }
}
