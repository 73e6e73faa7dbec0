package io.meshbus.sdk.artefact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChunksTest {
    @Test
    void chunksCoverTheArtefactExactly() {
        for (long size : new long[] {0, 1, 131_071, 131_072, 131_073, 1_000_000}) {
            int count = Chunks.count(size);
            long sum = IntStream.range(0, count)
                    .mapToLong(index -> Chunks.length(size, index))
                    .sum();
            assertThat(sum).isEqualTo(size);
            assertThat(IntStream.range(0, count).allMatch(index -> Chunks.length(size, index) > 0))
                    .isTrue();
        }
    }

    @Test
    void metaIsReadBackAndALyingOneRefused() {
        ArtefactMeta meta = ArtefactMeta.of(131_073, ArtefactMeta.JAR);

        assertThat(WireCodec.decode(WireCodec.encode(meta), ArtefactMeta.class)).isEqualTo(meta);
        assertThatThrownBy(() -> WireCodec.decode(
                        Buffer.buffer("{\"v\":1,\"size\":131073,\"chunks\":1,\"media\":\"x/y\"}"), ArtefactMeta.class))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.code()).isEqualTo(ProblemCode.BAD_PAYLOAD));
    }

    @Test
    void anArtefactThatIsTooLargeIsRefusedWithTheLimit() {
        assertThatThrownBy(() -> ArtefactMeta.of(Chunks.ARTEFACT_BYTES_MAX + 1, ArtefactMeta.JAR))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.code()).isEqualTo(ProblemCode.TOO_LARGE))
                .hasMessageContaining(String.valueOf(Chunks.ARTEFACT_BYTES_MAX));
    }

    @Test
    void windowsHandOverResultsInOrderAndEndAtTheFirstFault() {
        List<Integer> seen = new ArrayList<>();
        Future<Void> all = Windows.run(20, Future::succeededFuture, window -> {
            seen.addAll(window);
            return Future.succeededFuture();
        });
        assertThat(all.succeeded()).isTrue();
        assertThat(seen).isEqualTo(IntStream.range(0, 20).boxed().toList());

        Future<Void> broken = Windows.run(
                20,
                index -> {
                    if (index == 9) {
                        throw new IllegalStateException("chunk 9");
                    }
                    return Future.succeededFuture(index);
                },
                window -> Future.succeededFuture());
        assertThat(broken.failed()).isTrue();
        assertThat(broken.cause()).hasMessage("chunk 9");
    }
}
