package io.meshbus.sdk.account;

import io.meshbus.sdk.id.PrincipalId;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A mesh of 100,000 principals: composed from scratch, with one module more, and its list as text (spec 7.5). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class CompositionBench {
    private DesiredMesh mesh;
    private DesiredMesh oneMore;
    private Composing composed;
    private Composition composition;
    private Map<PrincipalId, Credential> hashes;

    @Setup
    public void compose() {
        mesh = ComposerScaleTest.mesh("");
        oneMore = ComposerScaleTest.mesh("[ n7 ]");
        composed = Composing.NOTHING.next(mesh);
        composition = composed.composition();
        hashes = Meshes.hashes(composition);
    }

    @Benchmark
    public Composition fromScratch() {
        return Composer.compose(mesh);
    }

    @Benchmark
    public Composing oneModuleMore() {
        return composed.next(oneMore);
    }

    @Benchmark
    public String listAsText() {
        return UserListText.render(1, composition, hashes).text();
    }
}
