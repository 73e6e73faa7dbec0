package io.meshbus.launcher.command;

import io.meshbus.launcher.config.Nearest;
import io.meshbus.launcher.terminal.CliOutput;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.util.Collection;
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
        cli.output().answerInJson(asksForJson(args));
        CommandLine command = failure.getCommandLine();
        cli.output()
                .problems(List.of(Problem.of(
                        ProblemCode.USAGE,
                        what(failure, command),
                        "",
                        "see: " + command.getCommandSpec().qualifiedName() + " --help")));
        return ExitCode.USAGE;
    }

    private static String what(ParameterException failure, CommandLine command) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return String.valueOf(failure.getMessage());
        }
        String word = unmatched.getUnmatched().get(0);
        if (word.startsWith("-")) {
            return "there is no option " + word
                    + nearest(word, command.getCommandSpec().optionsMap().keySet());
        }
        return command.getSubcommands().isEmpty()
                ? command.getCommandSpec().qualifiedName() + " does not take \"" + word + "\""
                : "there is no command " + command.getCommandSpec().qualifiedName() + " " + word
                        + nearest(word, command.getSubcommands().keySet());
    }

    private static String nearest(String word, Collection<String> known) {
        return Nearest.to(word, known)
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    /** Parsing has failed, so nobody else knows. */
    static boolean asksForJson(String... args) {
        String all = " " + String.join(" ", args) + " ";
        return all.contains(" -o json ")
                || all.contains(" -o=json ")
                || all.contains(" -ojson ")
                || all.contains(" --output json ")
                || all.contains(" --output=json ");
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
