package io.meshbus.sdk.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.problem.ProblemException;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors of spec 6.2, and some of our own. */
class FabricIdsTest {
    @ParameterizedTest
    @CsvSource({
        "t1,message_posted,m1,98aaab4864cc6af793f7a9d5765950ace1ba5c7c4b91b359102c9aef44ff4019",
        "t,message_posted,1am1,94e03a394c9bbd8c4aca390782dbf268443f22431284b4121d1b2ffe0a1227a9",
        "unicode-t\u00e9nant,channel_changed,ch-\u2713,e923b02e311e2c00a6b2da2197c6e611a3a60fc2a32967a79350aa4bbee2b609",
        "t1,message_posted,\ud83d\ude00,47c0e8b99ca252519fc23a1e8baf2e918577ddd9e64a0c40eb2fd1f4cad6a39e",
        "a:b,message_posted,1|2:3,100be6bef3402f047bf9caae0bc770547bdc598ddf11a9ce50dcbf2126f8e597",
        "t,message_posted,1:1,533160a2edfb66232d5733298f0cdaf9d1fdce21b404612edf46442e083ced24",
        "t1,message_posted,\u00e9,2ac4cf2bef22dc0de6cfb502b3520619cc83a3dc41b8bc8809d701b25defc189",
        "t1,message_posted,e\u0301,266f8f71c77573b745f80795c3e0198e0aecdd561bd9042ce65b46d9002299c3",
        "t1,message_posted,' ',c5fa7b27d0f8648fefd72edd568f55b2252e927d4ea752fb5afba2158cd2070f",
    })
    void holdsTheVectors(String tenant, String kind, String row, String id) {
        assertThat(FabricIds.messageId(new EventRef(tenant, kind, row))).isEqualTo(id);
    }

    @Test
    void holdsTheVectorOfThreeHundredCharacters() {
        assertThat(FabricIds.messageId(EventRef.of("t1", Kind.MESSAGE_POSTED, "m".repeat(300))))
                .isEqualTo("5ac502d9eb51ab4cd5272f65123de3c28675e979b6156bbff3ccdd4922e4465b");
    }

    @Test
    void holdsTheVectorOfTheDurable() {
        assertThat(FabricIds.durable(FabricSubjects.comms("tenant-a", Kind.MESSAGE_POSTED)))
                .isEqualTo("comms-f48b30590555bc3c1a67cfe133311032c5d8d7115e7d3b70fc89ae6156e25211")
                .hasSize(70);
    }

    @Test
    void aRevisionNamesTheChangeInsteadOfTheRow() {
        EventRef ref = EventRef.of("t1", Kind.MESSAGE_UPDATED, "m1");
        assertThat(Stream.of(null, "1", "2", "12").map(revision -> FabricIds.messageId(ref, revision)))
                .doesNotHaveDuplicates();
        assertThat(FabricIds.messageId(ref, "1"))
                .isNotEqualTo(FabricIds.messageId(EventRef.of("t1", Kind.MESSAGE_UPDATED, "m11")));
        assertThatThrownBy(() -> FabricIds.messageId(ref, "")).isInstanceOf(ProblemException.class);
    }

    /** Whatever is moved over a border between fields makes another id. */
    @Property(tries = 500)
    void noBorderBetweenFieldsIsAmbiguous(@ForAll("texts") String text, @ForAll int at) {
        int cut = text.offsetByCodePoints(0, 1 + Math.floorMod(at, text.codePointCount(0, text.length()) - 1));
        EventRef one = new EventRef(text.substring(0, cut), text.substring(cut), "r");
        EventRef other = new EventRef(text.substring(0, cut), text.substring(cut) + "r", "r");
        EventRef moved = new EventRef(text, "r", "r");
        assertThat(Stream.of(one, other, moved).distinct().map(FabricIds::messageId))
                .hasSize(3)
                .doesNotHaveDuplicates();
    }

    @net.jqwik.api.Provide
    net.jqwik.api.Arbitrary<String> texts() {
        return net.jqwik.api.Arbitraries.of("0", "1", "2", ":", "|", "a", "\u00e9", "e\u0301", "\ud83d\ude00", "-")
                .list()
                .ofMinSize(2)
                .ofMaxSize(12)
                .map(parts -> String.join("", parts));
    }
}
