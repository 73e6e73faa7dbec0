package io.meshbus.sdk.module;

import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.json.JsonObject;

public final class CallException extends ProblemException {
    private CallException() {
        super(null, null);
    }

    public static CallException failed(String reason, String message) {
        throw new UnsupportedOperationException();
    }

    public static CallException failed(String reason, String message, JsonObject details) {
        throw new UnsupportedOperationException();
    }

    public static CallException refused(String message) {
        throw new UnsupportedOperationException();
    }

    public static CallException invalid(String pointer, String message) {
        throw new UnsupportedOperationException();
    }

    public String reason() {
        throw new UnsupportedOperationException();
    }

    public JsonObject details() {
        throw new UnsupportedOperationException();
    }
}
