package io.meshbus.launcher.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.meshbus.sdk.problem.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/**
 * The only class that may write to the terminal (HouseRulesTest); everything else logs. The answer goes to stdout, what is
 * said about it to stderr, so that {@code -o json} leaves exactly one document on stdout. Safe from any thread.
 */
public final class CliOutput {
    private final PrintStream out;
    private final PrintStream err;
    private final Ansi ansi;
    private final int columns;
    private volatile boolean json;

    /** On no terminal: lines are as long as they are. */
    public CliOutput(PrintStream out, PrintStream err, boolean colours) {
        this(out, err, colours, Table.UNBOUNDED);
    }

    /** @param columns of the terminal */
    CliOutput(PrintStream out, PrintStream err, boolean colours, int columns) {
        this.out = out;
        this.err = err;
        this.ansi = colours ? Ansi.ON : Ansi.OFF;
        this.columns = columns;
    }

    /**
     * This process's own, in UTF-8 whatever the locale; colours as picocli judges the terminal, its width as the root
     * script measured it.
     */
    public static CliOutput ofProcess() {
        return new CliOutput(
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8),
                Ansi.AUTO.enabled(),
                Integer.getInteger("terminal.columns", Table.UNBOUNDED));
    }

    /** From now on the answer is one JSON document and every other line goes to stderr. */
    public void answerInJson(boolean yes) {
        json = yes;
    }

    public boolean json() {
        return json;
    }

    /** For picocli's own help and messages. */
    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    public Ansi ansi() {
        return ansi;
    }

    /** A line of the answer. */
    public void line(String text) {
        (json ? err : out).println(text);
    }

    /** A line about the answer: progress, a hint, a warning. */
    public void note(String text) {
        err.println(text);
    }

    public void table(Table table) {
        table.lines(ansi, columns).forEach(this::line);
    }

    /** The whole answer; to be called once. */
    public void document(JsonObject document) {
        out.println(document.encodePrettily());
    }

    /** One JSON value a line, for answers that never end. */
    public void jsonLine(JsonObject value) {
        out.println(value.encode());
    }

    /** Whoever read the answer has gone: the other end of a pipe is closed. */
    public boolean nobodyListens() {
        return out.checkError();
    }

    /** Text as it is, without a line's end added; for what is already formatted. */
    public void raw(String text) {
        out.print(text);
        out.flush();
    }

    /** Everything said so far has reached whoever listens. */
    public void flush() {
        out.flush();
        err.flush();
    }

    /**
     * All problems on stderr, and with {@code -o json} as the document, so that whoever parses stdout gets a document in
     * every case.
     */
    public void problems(List<Problem> problems) {
        problems.forEach(problem -> err.println(ProblemText.of(problem, ansi)));
        if (json) {
            document(asJson(problems));
        }
    }

    /** With {@code --verbose} only. */
    public void stack(Throwable failure) {
        StackText.of(failure).forEach(err::println);
    }

    private static JsonObject asJson(List<Problem> problems) {
        JsonArray all = new JsonArray();
        for (Problem problem : problems) {
            all.add(new JsonObject()
                    .put("code", problem.code().name())
                    .put("number", problem.code().number())
                    .put("what", problem.what())
                    .put("where", problem.where())
                    .put("why", problem.why())
                    .put("remedy", problem.remedy()));
        }
        return new JsonObject().put("problems", all);
    }
}
