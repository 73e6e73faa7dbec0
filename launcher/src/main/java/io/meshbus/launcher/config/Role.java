package io.meshbus.launcher.config;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Bundles of verticles by name, and each verticle alone (spec 1.2). */
public enum Role {
    BROKER,
    CONTROLLER,
    HOST;

    /** One verticle. */
    public enum Part {
        BROKER("node.broker"),
        HOST("node.host"),
        STREAMS("control.genesis"),
        ACCOUNT("control.account"),
        ENROLMENT("control.enrolment"),
        INTAKE("control.intake"),
        DECLARATION("control.declaration"),
        ASK("control.ask"),
        CATALOGUE("control.catalogue"),
        DEAD_LETTER("control.deadletter"),
        OBSERVATION("control.observation");

        private final String word;

        Part(String word) {
            this.word = word;
        }

        /** Its name in a config. */
        public String word() {
            return word;
        }

        /** Needs the store and the controller's connections. */
        public boolean controls() {
            return this != BROKER && this != HOST;
        }
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Set<Part> parts() {
        return switch (this) {
            case BROKER -> EnumSet.of(Part.BROKER);
            case HOST -> EnumSet.of(Part.HOST);
            case CONTROLLER -> EnumSet.complementOf(EnumSet.of(Part.BROKER, Part.HOST));
        };
    }

    /** What a role's or a verticle's name stands for; empty for an unknown one. */
    static Optional<Set<Part>> partsOf(String word) {
        Optional<Set<Part>> role = Arrays.stream(values())
                .filter(r -> r.word().equals(word))
                .map(Role::parts)
                .findFirst();
        return role.or(() -> Arrays.stream(Part.values())
                .filter(part -> part.word().equals(word))
                .map(part -> (Set<Part>) EnumSet.of(part))
                .findFirst());
    }

    static List<String> words() {
        return java.util.stream.Stream.concat(
                        Arrays.stream(values()).map(Role::word),
                        Arrays.stream(Part.values()).map(Part::word))
                .toList();
    }
}
