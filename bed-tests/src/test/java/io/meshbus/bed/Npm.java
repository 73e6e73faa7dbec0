package io.meshbus.bed;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Programs of the beds that are written in JavaScript: their packages, exactly as their lock says. */
public final class Npm {
    private static final int INSTALL_LIMIT_SECONDS = 300;

    private Npm() {}

    /** {@code npm ci}, unless what is installed is newer than the lock. */
    public static void install(Path home, Path log) throws Exception {
        Path node = onPath("node");
        Path npm = onPath("npm");
        Path lock = home.resolve("package-lock.json");
        Path installed = home.resolve("node_modules/.package-lock.json");
        if (Files.exists(installed)
                && Files.getLastModifiedTime(installed).compareTo(Files.getLastModifiedTime(lock)) >= 0) {
            return;
        }
        Process process = new ProcessBuilder(npm.toString(), "ci", "--no-audit", "--no-fund", "--ignore-scripts")
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        if (!process.waitFor(INSTALL_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        if (process.isAlive() || process.exitValue() != 0) {
            throw new IllegalStateException(
                    "npm ci failed in " + home + " (node is " + node + "):\n" + Files.readString(log));
        }
    }

    private static Path onPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(java.io.File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException(program + " is not on the PATH; this bed needs node and npm:"
                                + " install nodejs 20 or newer (./meshbus verify does it), or put them on the PATH"));
    }
}
