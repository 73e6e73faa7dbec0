package io.meshbus.sdk.module;

import io.vertx.core.Future;

/** A module as a lambda. */
@FunctionalInterface
interface ModuleCode {
    Future<?> start(Mesh mesh) throws Exception;

    default MeshModule module() {
        return new MeshModule() {
            @Override
            protected Future<?> start(Mesh mesh) throws Exception {
                return ModuleCode.this.start(mesh);
            }
        };
    }
}
