package io.meshbus.launcher.config;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The problems that a config may have, in one voice. */
final class ConfigFaults {
    private ConfigFaults() {}

    static ProblemException unreadable(Path file, Throwable failure) {
        if (!Files.isRegularFile(file)) {
            return fault("there is no such config file", "", "name one of configs/roles/*.yaml, or your own")
                    .at(file.toString())
                    .asException();
        }
        String reason = String.valueOf(failure.getMessage());
        return fault("the config file cannot be read", reason.replaceAll("\\s+", " "), "write YAML: key: value")
                .at(file.toString())
                .asException();
    }

    static Problem unknownKey(String source, String key) {
        List<String> known = ConfigKey.ALL.stream().map(ConfigKey::path).toList();
        String remedy = Nearest.to(key, known)
                .map(near -> "did you mean \"" + near + "\"?")
                .orElse("the keys are " + String.join(", ", known));
        return fault("unknown key \"" + key + "\"", "", remedy).at(source);
    }

    static Problem unknownVariable(String name) {
        List<String> known = ConfigKey.ALL.stream().map(ConfigKey::variable).toList();
        String remedy = Nearest.to(name, known)
                .map(near -> "did you mean " + near + "?")
                .orElse("unset it; the variables are named like " + known.get(2));
        return fault("unknown variable " + name, "variables named MESHBUS_… are config", remedy)
                .at("environment");
    }

    static Problem badValue(ConfigKey key, ConfigValue value) {
        String shown = key.secret() ? "***" : "\"" + value.text() + "\"";
        return fault(key.path() + " cannot be " + shown, key.kind().expected() + " is expected", "correct it")
                .at(value.source());
    }

    static Problem unknownRole(String word, String source) {
        String remedy = Nearest.to(word, Role.words())
                .map(near -> "did you mean \"" + near + "\"?")
                .orElse("the roles are " + String.join(", ", Role.words()));
        return fault("unknown role \"" + word + "\"", "", remedy).at(source);
    }

    static Problem missing(String key, String why, String remedy) {
        return fault(key + " is missing", why, remedy);
    }

    private static Problem fault(String what, String why, String remedy) {
        return Problem.of(ProblemCode.CONFIG_INVALID, what, why, remedy);
    }
}
