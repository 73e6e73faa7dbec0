package io.meshbus.control.genesis;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Chooses free ports. Blocking, briefly. */
final class Ports {
    private Ports() {}

    /**
     * The wanted ports, each 0 replaced by a free one; all differ.
     *
     * @throws io.meshbus.sdk.problem.ProblemException {@code PORT_TAKEN} naming the port
     */
    static List<Integer> choose(String host, List<Integer> wanted) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            List<Integer> chosen = new ArrayList<>();
            for (int port : wanted) {
                ServerSocket socket = new ServerSocket();
                held.add(socket);
                try {
                    socket.bind(new InetSocketAddress(host, port));
                } catch (IOException e) {
                    throw taken(host, port, e);
                }
                chosen.add(socket.getLocalPort());
            }
            return chosen;
        } catch (IOException e) {
            throw taken(host, 0, e);
        } finally {
            held.forEach(Ports::close);
        }
    }

    private static RuntimeException taken(String host, int port, IOException why) {
        return Problem.of(
                        ProblemCode.PORT_TAKEN,
                        "port " + port + " on " + host + " cannot be used",
                        String.valueOf(why.getMessage()),
                        "end the program that listens there, or choose another port (0 = any free one)")
                .asException();
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket that never listened cannot be closed", e);
        }
    }
}
