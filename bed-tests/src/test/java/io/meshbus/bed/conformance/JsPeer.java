package io.meshbus.bed.conformance;

import io.meshbus.bed.Npm;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The JavaScript peer in a process of its own: one command, one line in, one line out. */
final class JsPeer implements Peer {
    private static final long LIMIT_SECONDS = 30;
    private static final String GONE = "";

    private final Set<String> claims;
    private final Process process;
    private final Writer in;
    private final BlockingQueue<String> out = new LinkedBlockingQueue<>();
    private final Path log;

    private JsPeer(List<String> claims, Process process, Path log) {
        this.claims = Set.copyOf(claims);
        this.process = process;
        this.log = log;
        in = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "js-peer");
        reader.setDaemon(true);
        reader.start();
    }

    /** @param log where its standard error goes */
    static JsPeer start(List<String> claims, Path log) throws Exception {
        Path home = Fixtures.home().resolve("js");
        Npm.install(home, log);
        Process process = new ProcessBuilder("node", "peer.mjs", "--claims", String.join(",", claims))
                .directory(home.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return new JsPeer(claims, process, log);
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.add(line);
            }
        } catch (IOException ended) {
            out.add(GONE);
        }
        out.add(GONE);
    }

    @Override
    public String name() {
        return "JavaScript peer ("
                + String.join(
                        ", ",
                        Fixtures.CAPABILITIES.stream().filter(claims::contains).toList()) + ")";
    }

    @Override
    public Set<String> claims() {
        return claims;
    }

    @Override
    public JsonObject ask(JsonObject command) throws Exception {
        in.write(command.encode() + "\n");
        in.flush();
        String line = out.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (line == null || line.equals(GONE)) {
            throw new IllegalStateException(
                    "the JavaScript peer does not answer " + command.getString("do") + ":\n" + Files.readString(log));
        }
        JsonObject answer = new JsonObject(line);
        if (answer.containsKey("broken")) {
            throw new IllegalStateException(answer.getString("broken"));
        }
        return answer;
    }

    @Override
    public void close() throws Exception {
        process.getOutputStream().close();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IllegalStateException("the JavaScript peer did not end when its input did");
        }
    }
}
