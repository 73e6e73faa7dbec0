package io.meshbus.sdk.module;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Spec 4.1: no verb joins the surface without an ADR. */
class MeshSurfaceTest {
    @Test
    void aModuleSeesSevenVerbsAndNothingElse() {
        assertThat(Arrays.stream(Mesh.class.getMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .map(Method::getName)
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder("request", "handle", "publish", "subscribe", "submit", "accept", "close");
    }

    @Test
    void andOneWayIn() {
        assertThat(Arrays.stream(Mesh.class.getMethods())
                        .filter(method -> Modifier.isStatic(method.getModifiers()))
                        .map(Method::getName)
                        .distinct())
                .containsExactly("connect");
    }

    @Test
    void aModuleOverridesStartAndStopOnly() {
        assertThat(Arrays.stream(MeshModule.class.getDeclaredMethods())
                        .filter(method -> !method.isSynthetic())
                        .filter(method ->
                                Modifier.isPublic(method.getModifiers()) || Modifier.isProtected(method.getModifiers()))
                        .filter(method -> !Modifier.isFinal(method.getModifiers()))
                        .map(method -> method.getName() + Arrays.toString(method.getParameterTypes())))
                .containsExactlyInAnyOrder(
                        "start[interface io.meshbus.sdk.module.Mesh]", "stop[interface io.meshbus.sdk.module.Mesh]");
    }
}
