package io.meshbus.node.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.module.MeshModule;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleClassLoaderTest {
    private static final String SOURCE = """
            package com.example;
            import io.meshbus.sdk.module.Mesh;
            import io.meshbus.sdk.module.MeshModule;
            import io.vertx.core.Future;
            public final class Probe extends MeshModule {
              public static int count = 0;
              @Override protected Future<?> start(Mesh mesh) { return Future.succeededFuture(); }
            }
            """;

    @TempDir
    private Path directory;

    @Test
    void eachModuleHasItsOwnClassesAndSharesTheContract() throws Exception {
        Path jar = ModuleJar.of(directory, "com.example.Probe", SOURCE);
        try (ModuleClassLoader one = loader(jar);
                ModuleClassLoader two = loader(jar)) {
            Class<?> first = Class.forName("com.example.Probe", true, one);
            Class<?> second = Class.forName("com.example.Probe", true, two);

            first.getField("count").setInt(null, 5);
            assertThat(second.getField("count").getInt(null)).isZero();
            assertThat(MeshModule.class).isAssignableFrom(first).isAssignableFrom(second);
        }
    }

    @Test
    void theHostsOwnClassesAreNotSeen() throws Exception {
        Path jar = ModuleJar.of(directory, "com.example.Probe", SOURCE);
        try (ModuleClassLoader loader = loader(jar)) {
            assertThat(loader.loadClass("io.vertx.core.Vertx")).isSameAs(io.vertx.core.Vertx.class);
            assertThat(loader.loadClass("java.sql.Connection")).isSameAs(java.sql.Connection.class);
            for (String hidden : new String[] {
                "io.meshbus.node.host.HostVerticle",
                "io.meshbus.directory.AtomicFile",
                "io.meshbus.sdk.impl.Jnats",
                "io.nats.client.Nats",
                "org.sqlite.JDBC"
            }) {
                assertThatThrownBy(() -> loader.loadClass(hidden))
                        .as(hidden)
                        .isInstanceOf(ClassNotFoundException.class);
            }
        }
    }

    private static ModuleClassLoader loader(Path jar) throws Exception {
        return new ModuleClassLoader("probe", jar.toUri().toURL(), ModuleClassLoaderTest.class.getClassLoader());
    }
}
