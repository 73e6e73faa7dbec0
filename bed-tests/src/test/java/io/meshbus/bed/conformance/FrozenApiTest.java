package io.meshbus.bed.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every signature that modules were once compiled against is there today, as the machine links it. */
class FrozenApiTest {
    @TempDir
    private Path directory;

    @Test
    void nothingThatAModuleUsesHasGone() throws Exception {
        OldModule old = new OldModule(directory);
        List<String> names = old.frozenNames();
        assertThat(names).hasSizeGreaterThan(15);
        try (URLClassLoader frozen = old.frozen()) {
            for (String name : names) {
                assertThat(signatures(Class.forName(name)))
                        .as(name)
                        .containsAll(signatures(Class.forName(name, false, frozen)));
            }
        }
    }

    private static Set<String> signatures(Class<?> type) {
        Stream<String> shape = Stream.of("kind " + type.isInterface() + type.isRecord() + type.isEnum()
                + Modifier.isFinal(type.getModifiers()) + Modifier.isAbstract(type.getModifiers()) + " extends "
                + type.getSuperclass());
        return Stream.of(
                        shape,
                        usable(type.getDeclaredConstructors()).map(FrozenApiTest::signature),
                        usable(type.getDeclaredMethods()).map(FrozenApiTest::signature),
                        usable(type.getDeclaredFields()).map(FrozenApiTest::signature))
                .flatMap(all -> all)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static <M extends Member> Stream<M> usable(M[] members) {
        return Arrays.stream(members)
                .filter(member -> !member.isSynthetic())
                .filter(member ->
                        Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers()));
    }

    private static String signature(Executable code) {
        Class<?> result = code instanceof Method method ? method.getReturnType() : void.class;
        return (Modifier.isStatic(code.getModifiers()) ? "static " : "") + result.getName() + " " + code.getName()
                + Arrays.stream(code.getParameterTypes()).map(Class::getName).toList();
    }

    private static String signature(Field field) {
        return (Modifier.isStatic(field.getModifiers()) ? "static " : "")
                + field.getType().getName() + " " + field.getName();
    }
}
