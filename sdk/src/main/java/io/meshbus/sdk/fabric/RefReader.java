package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the reference of a delivery and checks it against its subject. What this SDK itself has written is compared with
 * what the subject says and not parsed; everything else goes through the one JSON reader. Pure.
 */
final class RefReader {
    private static final String BEFORE_TENANT = "{\"tenant\":\"";
    private static final String BEFORE_KIND = "\",\"kind\":\"";
    private static final String BEFORE_ROW = "\",\"row_id\":\"";
    private static final String END = "\"}";
    private static final String COMPASS = "compass.";
    private static final String COMMS = ".comms.";

    private RefReader() {}

    /** @throws PoisonException for {@link ParkCause#UNDECODABLE} and {@link ParkCause#MISMATCH} */
    static EventRef read(Message message) {
        String subject = message.subject();
        int tenantEnd = subject.indexOf('.', COMPASS.length());
        if (tenantEnd > 0 && subject.startsWith(COMPASS) && subject.startsWith(COMMS, tenantEnd)) {
            String tenant = subject.substring(COMPASS.length(), tenantEnd);
            String kind = subject.substring(tenantEnd + COMMS.length());
            String row = row(message.body(), tenant, kind);
            if (row != null && kind.indexOf('.') < 0) {
                return new EventRef(tenant, kind, row);
            }
        }
        return parsed(subject, message.body());
    }

    private static EventRef parsed(String subject, Buffer body) {
        EventRef ref;
        try {
            ref = EventRef.decode(body);
        } catch (ProblemException undecodable) {
            throw ParkCause.unfit(ParkCause.UNDECODABLE, undecodable.problem().line());
        }
        FabricSubjects.Address said = new FabricSubjects.Address(ref.tenant(), ref.kind());
        if (!FabricSubjects.parseComms(subject).filter(said::equals).isPresent()) {
            throw ParkCause.unfit(
                    ParkCause.MISMATCH,
                    "the reference names tenant " + ref.tenant() + " and kind " + ref.kind() + ", its subject is "
                            + subject);
        }
        return ref;
    }

    /** The row, if the bytes are exactly what {@link EventRef#encode} writes for it, in ASCII without escapes. */
    private static @Nullable String row(Buffer body, String tenant, String kind) {
        byte[] bytes = body.getBytes();
        if (!isPlain(tenant) || !isPlain(kind)) {
            return null;
        }
        int at = after(bytes, 0, BEFORE_TENANT);
        at = after(bytes, at, tenant);
        at = after(bytes, at, BEFORE_KIND);
        at = after(bytes, at, kind);
        at = after(bytes, at, BEFORE_ROW);
        int end = bytes.length - END.length();
        if (at < 0 || at >= end || after(bytes, end, END) < 0) {
            return null;
        }
        for (int i = at; i < end; i++) {
            if (!isPlain(bytes[i])) {
                return null;
            }
        }
        return new String(bytes, at, end - at, StandardCharsets.US_ASCII);
    }

    /** Where it goes on behind the text; -1 if it does not stand there. */
    private static int after(byte[] bytes, int at, String text) {
        if (at < 0 || at + text.length() > bytes.length) {
            return -1;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[at + i] != text.charAt(i)) {
                return -1;
            }
        }
        return at + text.length();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isPlain(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(int c) {
        return c >= ' ' && c <= '~' && c != '"' && c != '\\';
    }
}
