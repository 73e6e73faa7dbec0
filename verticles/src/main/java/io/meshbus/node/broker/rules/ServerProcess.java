package io.meshbus.node.broker.rules;

import java.util.List;

/** Recognises a server of this directory among the processes of the machine by its exact command line. */
public final class ServerProcess {
    private ServerProcess() {}

    /** The command line under which {@code node.broker} starts a server; it carries no secret. */
    public static List<String> command(String binary, String configuration) {
        return List.of(binary, "-c", configuration);
    }

    /**
     * True for a server that runs this configuration; false for its check ({@code -t}), an editor, another mesh's server
     * or a process that has taken over the number.
     *
     * @param commandLine the process's arguments, the program first
     */
    public static boolean runs(List<String> commandLine, String configuration) {
        return commandLine.size() == 3
                && commandLine
                        .get(0)
                        .substring(commandLine.get(0).lastIndexOf('/') + 1)
                        .contains("nats-server")
                && commandLine.get(1).equals("-c")
                && commandLine.get(2).equals(configuration);
    }

    /** True when the parent still watches its child: another meshbus, whose server this is not to end. */
    public static boolean watchedBy(List<String> parentCommandLine) {
        return !parentCommandLine.isEmpty()
                && parentCommandLine
                        .get(0)
                        .substring(parentCommandLine.get(0).lastIndexOf('/') + 1)
                        .equals("java");
    }
}
