package io.meshbus.control.ask;

import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request whose asker is known and has the right to it; its members are read with a refusal that names them. */
record Asked(PersonId person, Rights rights, String command, JsonObject input) {
    /** For the audit. */
    String by() {
        return PrincipalId.person(person).value();
    }

    String text(String member) {
        String value = textOrNull(member);
        if (value == null) {
            throw invalid(member, "is missing");
        }
        return value;
    }

    @Nullable
    String textOrNull(String member) {
        Object value = input.getValue(member);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw invalid(member, "is not text");
    }

    long number(String member, long otherwise, long min, long max) {
        Object value = input.getValue(member);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Number number && number.longValue() >= min && number.longValue() <= max) {
            return number.longValue();
        }
        throw invalid(member, "is not a whole number from " + min + " to " + max);
    }

    boolean flag(String member) {
        Object value = input.getValue(member);
        if (value == null) {
            return false;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw invalid(member, "is neither true nor false");
    }

    List<String> texts(String member) {
        Object value = input.getValue(member);
        if (value == null) {
            return List.of();
        }
        if (value instanceof JsonArray array && array.stream().allMatch(String.class::isInstance)) {
            return array.stream().map(String.class::cast).toList();
        }
        throw invalid(member, "is not a list of texts");
    }

    JsonObject object(String member) {
        if (input.getValue(member) instanceof JsonObject object) {
            return object;
        }
        throw invalid(member, "is missing or no object");
    }

    ProblemException invalid(String member, String why) {
        return Problem.of(
                        ProblemCode.INVALID,
                        command + " cannot be done",
                        "member " + member + " " + why,
                        "see the table of commands in docs/WIRE")
                .at("/" + member)
                .asException();
    }
}
