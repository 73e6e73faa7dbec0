package io.meshbus.sdk.impl;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.meshbus.sdk.bus.Stored;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads a stream's acknowledgement of a publish, {@code {"stream":…,"seq":…}} or {@code {"error":{…}}}. Pure. */
final class PubAck {
    private static final JsonFactory JSON = new JsonFactory();

    private @Nullable String stream;
    private long sequence;
    private boolean duplicate;
    private boolean refused;
    private long errCode;
    private String description = "";

    private PubAck() {}

    /** @throws ProblemException {@code STORE_REFUSED} with the server's code and description */
    static Stored read(String subject, byte[] body) {
        PubAck ack = new PubAck();
        try (JsonParser parser = JSON.createParser(body)) {
            ack.object(parser, false);
        } catch (IOException e) {
            throw refused(
                    subject, "the acknowledgement cannot be read: " + Guard.shown(String.valueOf(e.getMessage())));
        }
        if (ack.refused) {
            throw refused(subject, "the server says: " + ack.description + " (" + ack.errCode + ")");
        }
        String stream = ack.stream;
        if (stream == null || ack.sequence < 1) {
            throw refused(subject, "what answered is no stream");
        }
        return new Stored(stream, ack.sequence, ack.duplicate);
    }

    private void object(JsonParser parser, boolean inError) throws IOException {
        if (!inError && parser.nextToken() != JsonToken.START_OBJECT) {
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (inError) {
                error(parser, name);
            } else if (name.equals("error") && value == JsonToken.START_OBJECT) {
                refused = true;
                object(parser, true);
            } else {
                member(parser, name);
            }
        }
    }

    private void member(JsonParser parser, String name) throws IOException {
        switch (name) {
            case "stream" -> stream = parser.getText();
            case "seq" -> sequence = parser.getValueAsLong();
            case "duplicate" -> duplicate = parser.getValueAsBoolean();
            default -> parser.skipChildren();
        }
    }

    private void error(JsonParser parser, String name) throws IOException {
        switch (name) {
            case "err_code" -> errCode = parser.getValueAsLong();
            case "description" -> description = Guard.shown(parser.getText());
            default -> parser.skipChildren();
        }
    }

    private static ProblemException refused(String subject, String why) {
        return new Problem(
                        ProblemCode.STORE_REFUSED,
                        "the stream did not store the message",
                        subject,
                        why,
                        "see why; a full stream takes messages again when its consumers have caught up")
                .asException();
    }
}
