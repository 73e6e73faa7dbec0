package io.meshbus.sdk.module;

import io.meshbus.sdk.secret.Secret;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.nio.file.Path;
import org.slf4j.Logger;

public abstract class MeshModule extends VerticleBase {
    protected abstract Future<?> start(Mesh mesh) throws Exception;

    protected Future<?> stop(Mesh mesh) throws Exception {
        throw new UnsupportedOperationException();
    }

    protected final Secret secret(String name) {
        throw new UnsupportedOperationException();
    }

    protected final Path home() {
        throw new UnsupportedOperationException();
    }

    protected final Logger log() {
        throw new UnsupportedOperationException();
    }

    @Override
    public final Future<?> start() {
        throw new UnsupportedOperationException();
    }

    @Override
    public final Future<?> stop() {
        throw new UnsupportedOperationException();
    }
}
