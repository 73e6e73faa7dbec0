package io.meshbus.natsserver.lint.rules;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lints a text, with included files from a map. */
final class Lint {
    private Lint() {}

    static List<Finding> of(String text) {
        return of(text, Map.of());
    }

    static List<Finding> of(String text, Map<String, String> files) {
        return LintRules.judge(new ConfReader.Source("nats.conf", text), files(files));
    }

    static ConfReader.Files files(Map<String, String> files) {
        return new ConfReader.Files() {
            @Override
            public Optional<ConfReader.Source> include(String folderOf, String path) {
                return Optional.ofNullable(files.get(path.replaceFirst("^/", "")))
                        .map(text -> new ConfReader.Source(path, text));
            }

            @Override
            public Optional<String> variable(String name) {
                return name.equals("FROM_OUTSIDE") ? Optional.of("outside") : Optional.empty();
            }
        };
    }

    static List<String> faults(List<Finding> findings) {
        return findings.stream()
                .filter(f -> f.weight() != Finding.Weight.NOTE)
                .map(f -> f.kind().text() + " " + f.where())
                .toList();
    }
}
