package io.meshbus.sdk.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PoisonException;
import io.vertx.core.buffer.Buffer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The short way reads what the long way reads. */
class RefReaderTest {
    @Property(tries = 1_000)
    void whatIsWrittenIsReadAndWhatIsDamagedIsReadAsTheJsonReaderReadsIt(
            @ForAll("ids") String tenant, @ForAll("ids") String row, @ForAll int at, @ForAll byte with) {
        EventRef ref = EventRef.of(tenant, Kind.MESSAGE_POSTED, row);
        String subject = FabricSubjects.comms(tenant, Kind.MESSAGE_POSTED);
        assertThat(RefReader.read(Message.of(subject, ref.encode()))).isEqualTo(ref);
        byte[] damaged = ref.encode().getBytes();
        damaged[Math.floorMod(at, damaged.length)] = with;
        EventRef expected = null;
        try {
            expected = EventRef.decode(Buffer.buffer(damaged));
        } catch (RuntimeException undecodable) {
            assertThat(undecodable).isNotNull();
        }
        Message message = Message.of(subject, Buffer.buffer(damaged));
        if (expected != null
                && expected.tenant().equals(tenant)
                && expected.kind().equals(Kind.MESSAGE_POSTED.wireName())) {
            assertThat(RefReader.read(message)).isEqualTo(expected);
        } else {
            assertThatThrownBy(() -> RefReader.read(message)).isInstanceOf(PoisonException.class);
        }
    }

    @Test
    void aQuoteInTheTenantIsNoWayIntoTheRow() {
        Message message = Message.of(
                "compass.a\",\"kind\":\"message_posted.comms.message_posted",
                EventRef.of("a", Kind.MESSAGE_POSTED, "r").encode());
        assertThatThrownBy(() -> RefReader.read(message)).isInstanceOf(PoisonException.class);
    }

    @Provide
    Arbitrary<String> ids() {
        return Arbitraries.of("a", "1", "\"", "\\", "{", "}", ",", ":", "\u00e9", "\ud83d\ude00", "comms", "t")
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(parts -> String.join("", parts));
    }
}
