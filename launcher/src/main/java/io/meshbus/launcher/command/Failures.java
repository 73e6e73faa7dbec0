package io.meshbus.launcher.command;

import io.meshbus.launcher.terminal.CliOutput;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** How a failed command ends: problems as sentences and an exit code, a stack only when asked for. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Cli cli;

    Failures(Cli cli) {
        this.cli = cli;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, @Nullable ParseResult parsed) {
        CliOutput output = cli.output();
        Throwable cause = unwrap(failure);
        List<Problem> problems = problems(cause);
        output.problems(problems);
        if (cli.options().verbose) {
            output.stack(cause);
        }
        return ExitCode.of(problems.get(0).code());
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) {
        CliOutput output = cli.output();
        PrintStream err = output.err();
        CommandLine command = failure.getCommandLine();
        err.println("error: " + failure.getMessage());
        if (failure instanceof UnmatchedArgumentException unmatched) {
            UnmatchedArgumentException.printSuggestions(unmatched, command.getErr());
            command.getErr().flush();
        }
        err.println("       see: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    static List<Problem> problems(Throwable cause) {
        if (cause instanceof ProblemException problem) {
            return problem.problems();
        }
        String message = cause.getMessage();
        return List.of(Problem.of(
                ProblemCode.INTERNAL,
                "meshbus failed: " + cause.getClass().getSimpleName() + (message == null ? "" : ": " + message),
                "",
                "run it again with --verbose and report what it shows"));
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
