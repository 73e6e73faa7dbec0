package io.meshbus.bed.conformance;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** The module of {@code old-module}, compiled against the frozen signatures and nothing else of the product. */
final class OldModule {
    private static final String PRODUCT = "io/meshbus";

    private final Path signatures;
    private final Path classes;

    OldModule(Path work) throws IOException {
        Path home = Fixtures.home().resolveSibling("old-module");
        String libraries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !holdsProduct(Path.of(entry)))
                .collect(Collectors.joining(File.pathSeparator));
        signatures = compile(home.resolve("api-0.1"), work.resolve("api"), libraries);
        classes = compile(home.resolve("src"), work.resolve("module"), libraries + File.pathSeparator + signatures);
    }

    private static boolean holdsProduct(Path entry) {
        if (Files.isDirectory(entry)) {
            return Files.exists(entry.resolve(PRODUCT));
        }
        return entry.getFileName().toString().startsWith("meshbus-");
    }

    private static Path compile(Path sources, Path into, String classPath) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-nowarn", "--release", "17", "-d", into.toString(), "-cp", classPath));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(arguments::add);
        }
        Files.createDirectories(into);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        var units = compiler.getStandardFileManager(null, null, null);
        boolean done = compiler.getTask(
                        said,
                        units,
                        null,
                        arguments.stream().filter(a -> !a.endsWith(".java")).toList(),
                        null,
                        units.getJavaFileObjectsFromStrings(arguments.stream()
                                .filter(a -> a.endsWith(".java"))
                                .toList()))
                .call();
        if (!done) {
            throw new IllegalStateException(said.toString());
        }
        return into;
    }

    /** The module as it would lie in a jar, over the SDK of today. */
    URLClassLoader onTheRuntimeOfToday() throws MalformedURLException {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, OldModule.class.getClassLoader());
    }

    /** The frozen classes themselves, which no class of today may shadow. */
    URLClassLoader frozen() throws MalformedURLException {
        URL[] own = {signatures.toUri().toURL()};
        return new URLClassLoader(own, OldModule.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.startsWith("io.meshbus.")) {
                    return super.loadClass(name, resolve);
                }
                synchronized (getClassLoadingLock(name)) {
                    Class<?> loaded = findLoadedClass(name);
                    return loaded == null ? findClass(name) : loaded;
                }
            }
        };
    }

    List<String> frozenNames() throws IOException {
        try (Stream<Path> files = Files.walk(signatures)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .map(file -> signatures
                            .relativize(file)
                            .toString()
                            .replace(".class", "")
                            .replace(File.separatorChar, '.'))
                    .sorted()
                    .toList();
        }
    }
}
