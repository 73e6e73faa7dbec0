package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.nats.client.AuthenticationException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns a failed first connect into URL, reason and remedy; never mentions a secret. */
final class ConnectFailure {
    /** How the reason of a connection begins that stood and was ended by the other side. */
    private static final List<String> CUT_OFF = List.of("EOFException", "SSL", "SocketException");

    private ConnectFailure() {}

    static Problem of(BusOptions bus, Throwable thrown, @Nullable String refusedPin, @Nullable Throwable met) {
        String where = String.join(", ", bus.urls());
        if (refusedPin != null) {
            return new Problem(
                    ProblemCode.BUS_PIN,
                    "the bus shows a certificate that is not pinned",
                    where,
                    "it shows sha256 " + refusedPin + ", pinned is " + String.join(", ", bus.pins()),
                    "check that this is your broker; if its certificate was renewed, take the new pin from the operator");
        }
        if (thrown instanceof AuthenticationException || isAuth(thrown) || isAuth(met)) {
            return refused(bus);
        }
        return new Problem(
                ProblemCode.BUS_UNREACHABLE,
                "the bus cannot be reached",
                where,
                reason(met == null ? thrown : met),
                "start the broker, or correct the address");
    }

    /** The server knows the user not, or the password or key is another. */
    static Problem refused(BusOptions bus) {
        return new Problem(
                ProblemCode.BUS_AUTH,
                "the bus refuses user " + bus.auth().user(),
                String.join(", ", bus.urls()),
                "the server says: authorization violation",
                "check that the principal exists and that its credentials are the newest; enrol again if they are lost");
    }

    /** What a connection meets that the server ends while it reloads: a refusal, or in the handshake an end without a word. */
    static boolean mayBeAReload(Problem problem) {
        return problem.code() == ProblemCode.BUS_AUTH
                || (problem.code() == ProblemCode.BUS_UNREACHABLE
                        && CUT_OFF.stream().anyMatch(problem.why()::startsWith));
    }

    static boolean isAuth(@Nullable String text) {
        return text != null && text.toLowerCase(Locale.ROOT).contains("authorization violation");
    }

    private static boolean isAuth(@Nullable Throwable thrown) {
        return thrown != null && isAuth(thrown.getMessage());
    }

    static String reason(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String text = root.getMessage();
        String kind = root.getClass().getSimpleName();
        return text == null ? kind : kind + ": " + Guard.shown(text);
    }
}
