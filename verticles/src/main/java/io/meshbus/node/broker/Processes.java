package io.meshbus.node.broker;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.node.broker.rules.ServerProcess;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the machine's process table says. Blocking. Only processes that run our own configuration are ever returned. */
final class Processes {
    /** Inherits whatever a killed process leaves behind. */
    private static final long INIT = 1;

    private static final Path PROC = Path.of("/proc");

    private Processes() {}

    /** A server of this directory that nobody watches any more. */
    static Optional<ProcessHandle> orphan(MeshDirectory directory) {
        Optional<ProcessHandle> found = byPidFile(directory).or(() -> byScan(directory));
        found.ifPresent(process -> requireUnwatched(process, directory));
        return found;
    }

    private static Optional<ProcessHandle> byPidFile(MeshDirectory directory) {
        try {
            long pid = Long.parseLong(Files.readString(directory.brokerPid()).strip());
            return runsOurs(pid, directory) ? ProcessHandle.of(pid) : Optional.empty();
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The server writes its number a moment after it starts; a JVM killed in that moment leaves no file. */
    private static Optional<ProcessHandle> byScan(MeshDirectory directory) {
        return ProcessHandle.allProcesses()
                .filter(process -> runsOurs(process.pid(), directory))
                .findFirst();
    }

    private static boolean runsOurs(long pid, MeshDirectory directory) {
        return ServerProcess.runs(commandLine(pid), directory.natsConf().toString());
    }

    private static void requireUnwatched(ProcessHandle process, MeshDirectory directory) {
        process.parent()
                .filter(parent -> parent.pid() != ProcessHandle.current().pid() && parent.pid() != INIT)
                .filter(parent -> ServerProcess.watchedBy(commandLine(parent.pid())))
                .ifPresent(parent -> {
                    throw Problem.of(
                                    ProblemCode.DIRECTORY_IN_USE,
                                    "the broker of this directory already runs",
                                    "process " + process.pid() + " belongs to process " + parent.pid(),
                                    "stop it with meshbus down, or name another directory")
                            .at(directory.root().toString())
                            .asException();
                });
    }

    private static List<String> commandLine(long pid) {
        try {
            String raw =
                    Files.readString(PROC.resolve(Long.toString(pid)).resolve("cmdline"), StandardCharsets.ISO_8859_1);
            return Stream.of(raw.split("\0")).toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
