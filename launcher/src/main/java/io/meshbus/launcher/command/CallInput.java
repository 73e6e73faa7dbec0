package io.meshbus.launcher.command;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The input of a call from what was typed. */
final class CallInput {
    /** A request travels in one message. */
    static final int BYTES_MAX = 1 << 20;

    private CallInput() {}

    /** @throws ProblemException {@code USAGE} or {@code BAD_PAYLOAD}, before anything is sent */
    static Buffer of(@Nullable String input, Map<String, String> args) {
        if (input == null) {
            return members(new JsonObject(), args).toBuffer();
        }
        Buffer text = text(input);
        if (text.length() > BYTES_MAX) {
            throw Problem.of(ProblemCode.TOO_LARGE, "the input is too large", "it has more than 1 MiB", "send less")
                    .asException();
        }
        Object value = decode(text, input);
        if (args.isEmpty()) {
            return text;
        }
        if (value instanceof JsonObject object) {
            return members(object, args).toBuffer();
        }
        throw Problem.of(ProblemCode.USAGE, "--arg adds members to an object", "the input is no object", "")
                .asException();
    }

    /** As {@link #of}, and what it gives is an object. */
    static Buffer object(@Nullable String input, Map<String, String> args) {
        Buffer text = of(input, args);
        if (Json.decodeValue(text) instanceof JsonObject) {
            return text;
        }
        throw Problem.of(ProblemCode.USAGE, "the input is no object", "", "write {\"name\": value, …}")
                .asException();
    }

    private static JsonObject members(JsonObject object, Map<String, String> args) {
        args.forEach((name, text) -> object.put(name, typed(text)));
        return object;
    }

    /** {@code 2}, {@code true}, {@code {"a":1}} are what they look like; everything else is text. */
    private static Object typed(String text) {
        try {
            Object value = Json.decodeValue(text);
            return value == null ? text : value;
        } catch (DecodeException e) {
            return text;
        }
    }

    private static Buffer text(String input) {
        try {
            if (input.equals("-")) {
                return Buffer.buffer(System.in.readNBytes(BYTES_MAX + 1));
            }
            if (input.startsWith("@")) {
                return Buffer.buffer(Files.readAllBytes(Path.of(input.substring(1))));
            }
            return Buffer.buffer(input);
        } catch (IOException e) {
            throw Problem.of(
                            ProblemCode.USAGE,
                            "the input cannot be read",
                            e instanceof NoSuchFileException ? "there is no such file" : String.valueOf(e.getMessage()),
                            "name a file that holds JSON")
                    .at(input)
                    .asException();
        }
    }

    private static Object decode(Buffer text, String input) {
        try {
            return Json.decodeValue(text);
        } catch (DecodeException e) {
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw Problem.of(
                            ProblemCode.BAD_PAYLOAD,
                            "the input is not JSON",
                            why.replaceFirst("^Failed to decode:\\s*", ""),
                            "quote it for the shell: '{\"item\": \"tea\"}', or use --arg item=tea")
                    .at(input.startsWith("@") || input.equals("-") ? input : "")
                    .asException();
        }
    }
}
