package io.meshbus.node.host;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles one class into a jar, as a module author's build would. */
final class ModuleJar {
    private ModuleJar() {}

    static Path of(Path directory, String className, String source) throws IOException {
        Path sources = Files.createDirectories(directory.resolve("src"));
        Path classes = Files.createDirectories(directory.resolve("classes"));
        Path file = sources.resolve(className.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean ok = compiler.getTask(
                            null,
                            files,
                            null,
                            List.of(
                                    "-d",
                                    classes.toString(),
                                    "-classpath",
                                    System.getProperty("java.class.path"),
                                    "-proc:none"),
                            null,
                            files.getJavaFileObjects(file))
                    .call();
            if (!ok) {
                throw new IllegalStateException(className + " does not compile");
            }
        }
        Path jar = directory.resolve("module.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> found = Files.walk(classes)) {
            for (Path path : found.filter(Files::isRegularFile).sorted().toList()) {
                entries.putNextEntry(new JarEntry(classes.relativize(path).toString()));
                Files.copy(path, entries);
                entries.closeEntry();
            }
        }
        return jar;
    }
}
