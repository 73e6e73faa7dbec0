package io.meshbus.sdk.manifest;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;

/** {@code [seat:]owner.name}. */
record Ref(boolean ofSeat, String owner, String name) {
    private static final String SEAT = "seat:";

    static Ref parse(String text) {
        boolean seat = text.startsWith(SEAT);
        String rest = seat ? text.substring(SEAT.length()) : text;
        int dot = rest.indexOf('.');
        if (dot < 0) {
            throw Problem.of(
                            ProblemCode.BAD_NAME,
                            "\"" + text + "\" names nothing",
                            "a reference has the form owner.name, with seat: before it for a role",
                            "write for example pricing.quote or seat:pricing-desk.quote")
                    .asException();
        }
        return new Ref(seat, rest.substring(0, dot), rest.substring(dot + 1));
    }
}
