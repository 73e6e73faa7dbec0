package io.meshbus.directory;

import java.util.function.Supplier;

/**
 * {@code mesh.json} for a process that stays while the mesh's certificate changes: everything is as at the start but for
 * the pins. Read from any thread.
 */
public final class LiveIdentity implements Supplier<MeshIdentity> {
    private final MeshDirectory directory;
    private volatile MeshIdentity now;

    public LiveIdentity(MeshDirectory directory, MeshIdentity atStart) {
        this.directory = directory;
        this.now = atStart;
    }

    @Override
    public MeshIdentity get() {
        return now;
    }

    /**
     * Reads the file again; whether the pins are others than before. Blocking, by one thread at a time.
     *
     * @throws io.meshbus.sdk.problem.ProblemException {@code DIRECTORY_NOT_A_MESH}, and what was known stays
     */
    public boolean refresh() {
        MeshIdentity before = now;
        MeshIdentity read = before.withPins(MeshIdentity.read(directory).pins());
        now = read;
        return !read.equals(before);
    }
}
