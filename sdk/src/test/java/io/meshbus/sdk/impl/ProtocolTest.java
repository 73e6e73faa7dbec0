package io.meshbus.sdk.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshbus.sdk.bus.Stored;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server writes, as facts.md quotes it. */
class ProtocolTest {
    @Test
    void readsBothFormsOfAnAckSubject() {
        AckAddress v1 = AckAddress.parse("$JS.ACK.EVENTS.moda.1.6.7.1796058359065498816.3");
        assertThat(v1).isEqualTo(new AckAddress("EVENTS", "moda", 1, 6, 3));
        AckAddress v2 = AckAddress.parse("$JS.ACK._.znJdjy7f.EVENTS.modb.2.6.7.1796058359065498816.3");
        assertThat(v2).isEqualTo(new AckAddress("EVENTS", "modb", 2, 6, 3));
        AckAddress later = AckAddress.parse("$JS.ACK.hub.znJdjy7f.EVENTS.modb.2.6.7.1796058359065498816.3.token");
        assertThat(later).isEqualTo(new AckAddress("EVENTS", "modb", 2, 6, 3));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "_INBOX.a",
                "$JS.ACK.",
                "$JS.ACK.E.m.1",
                "$JS.ACK.E.m.x.1.1.1.1",
                "$JS.ACK.E.m.0.1.1.1.1",
                "$JS.ACK.E.m.1.1.1.1.1.1",
                "$JS.ACK.E.m.99999999999999999999.1.1.1.1",
                "$JS.ACK.E.m.1.-1.1.1.1"
            })
    void whatIsNoAckSubjectIsNoDelivery(String subject) {
        assertThat(AckAddress.parse(subject)).isNull();
    }

    @Test
    void readsPublishAcknowledgements() {
        assertThat(ack("{\"stream\":\"EVENTS\",\"seq\":7}")).isEqualTo(new Stored("EVENTS", 7, false));
        assertThat(ack("{\"stream\":\"EVENTS\", \"domain\":\"d\", \"seq\":7,\"duplicate\": true,\"x\":{\"y\":[1]}}"))
                .isEqualTo(new Stored("EVENTS", 7, true));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "[]", "{}", "null", "{\"stream\":\"E\"}", "{\"stream\":", "{\"seq\":1}"})
    void anythingElseIsRefused(String body) {
        assertThat(catchThrowableOfType(ProblemException.class, () -> ack(body)).code())
                .isEqualTo(ProblemCode.STORE_REFUSED);
    }

    @Test
    void aRefusalNamesTheServersCodeAndWords() {
        ProblemException e = catchThrowableOfType(
                ProblemException.class,
                () -> ack("{\"error\":{\"code\":400,\"err_code\":10071,\"description\":\"wrong last sequence: 3\"},"
                        + "\"stream\":\"E\",\"seq\":0}"));
        assertThat(e.getMessage()).contains("10071").contains("wrong last sequence: 3");
    }

    @ParameterizedTest
    @CsvSource({
        "100,Idle Heartbeat,ALIVE",
        "404,No Messages,OVER",
        "408,Request Timeout,OVER",
        "409,Message Size Exceeds MaxBytes,OVER",
        "409,Leadership Change,DISTURBED",
        "409,Server Shutdown,DISTURBED",
        "409,Exceeded MaxWaiting,DISTURBED",
        "409,Consumer Deleted,REFUSED",
        "409,Consumer is push based,REFUSED",
        "503,No Responders,DISTURBED",
        "400,Bad Request,REFUSED"
    })
    void knowsWhatAStatusMeansForAPull(int code, String text, PullStatus meaning) {
        assertThat(PullStatus.of(code, text)).isEqualTo(meaning);
    }

    private static Stored ack(String body) {
        return PubAck.read("s", body.getBytes(StandardCharsets.UTF_8));
    }
}
