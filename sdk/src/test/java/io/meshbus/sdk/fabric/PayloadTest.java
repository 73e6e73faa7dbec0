package io.meshbus.sdk.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec 6.2: the exact bytes, and what is no reference. */
class PayloadTest {
    @Test
    void encodesExactly() {
        EventRef ref = EventRef.of("t1", Kind.MESSAGE_POSTED, "m1");
        assertThat(ref.encode().toString())
                .isEqualTo("{\"tenant\":\"t1\",\"kind\":\"message_posted\",\"row_id\":\"m1\"}");
        assertThat(EventRef.decode(ref.encode())).isEqualTo(ref);
        BindingChange change = BindingChange.bound("t1", "s.1");
        assertThat(change.encode().toString()).isEqualTo("{\"tenant\":\"t1\",\"session_id\":\"s.1\",\"op\":\"bound\"}");
        assertThat(BindingChange.decode(change.encode())).isEqualTo(change);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "not json",
                "{\"tenant\":\"t1\",\"kind\":\"k\"}",
                "{\"tenant\":\"t1\",\"kind\":\"k\",\"row_id\":\"\"}",
                "{\"tenant\":\"\",\"kind\":\"k\",\"row_id\":\"r\"}",
                "{\"tenant\":\"t1\",\"kind\":null,\"row_id\":\"r\"}",
                "{\"tenant\":\"t1\",\"kind\":{},\"row_id\":\"r\"}",
                "{\"tenant\":\"a.b\",\"kind\":\"k\",\"row_id\":\"r\"}",
                "{\"tenant\":\"t1\",\"kind\":\"k\",\"row_id\":\"r\"} x"
            })
    void refusesWhatIsNoReference(String body) {
        assertThatThrownBy(() -> EventRef.decode(Buffer.buffer(body))).isInstanceOf(ProblemException.class);
    }

    @Test
    void keepsAnUnknownKindAsTextAndIgnoresUnknownFields() {
        EventRef ref = EventRef.decode(
                Buffer.buffer("{\"v\":2,\"tenant\":\"t1\",\"kind\":\"thread_closed\",\"row_id\":\"r\",\"more\":{}}"));
        assertThat(ref.kind()).isEqualTo("thread_closed");
        assertThat(ref.known()).isEmpty();
    }

    @Test
    void theOperationIsOpenWhenReceivedAndStrictWhenPublished() {
        BindingChange moved =
                BindingChange.decode(Buffer.buffer("{\"tenant\":\"t1\",\"session_id\":\"s\",\"op\":\"moved\"}"));
        assertThat(moved.op()).isEqualTo("moved");
        assertThatThrownBy(moved::requirePublishable).hasMessageContaining("bound and unbound");
        assertThat(BindingChange.unbound("t1", "s").requirePublishable().op()).isEqualTo("unbound");
    }
}
