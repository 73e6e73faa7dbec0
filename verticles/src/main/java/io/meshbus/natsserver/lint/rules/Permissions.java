package io.meshbus.natsserver.lint.rules;

import io.meshbus.natsserver.lint.rules.Conf.Entry;
import io.meshbus.natsserver.lint.rules.Conf.Fields;
import io.meshbus.natsserver.lint.rules.Conf.Items;
import io.meshbus.natsserver.lint.rules.Conf.Text;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.SubjectPattern;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code permissions} map says, as the server reads it: a list that is missing or empty allows everything.
 *
 * @param responses where {@code allow_responses} stands, or null
 */
record Permissions(Side publish, Side subscribe, @Nullable Place responses, Place place) {
    /** Publish, or subscribe. */
    enum Way {
        PUBLISH,
        SUBSCRIBE
    }

    /** A subject with its place. */
    record Subject(SubjectPattern pattern, Place place) {
        String text() {
            return pattern.toString();
        }
    }

    /**
     * One direction.
     *
     * @param where the key, or the whole map when there is no key
     * @param empty where a list stands that is empty; null when there is none
     */
    record Side(
            boolean given,
            List<Subject> allow,
            List<Subject> deny,
            @Nullable Place empty,
            Place where) {
        /** Whether nothing narrows what is allowed. */
        boolean open() {
            return allow.isEmpty();
        }

        boolean deniesAll() {
            return deny.stream().anyMatch(d -> d.pattern().subject().equals(">"));
        }

        /** The first allowed pattern through which this concrete subject may pass, unless it is denied. */
        Optional<Subject> through(String concrete) {
            if (deny.stream().anyMatch(d -> d.pattern().matches(concrete))) {
                return Optional.empty();
            }
            return allow.stream().filter(a -> a.pattern().matches(concrete)).findFirst();
        }
    }

    /** @param fields of the permissions map */
    static Permissions of(Fields fields) {
        return new Permissions(
                side(fields, "publish", "pub", "import"),
                side(fields, "subscribe", "sub", "export"),
                fields.entry("allow_responses", "allow_response")
                        .filter(e -> !(e.value() instanceof Text text)
                                || !text.value().equalsIgnoreCase("false"))
                        .map(Entry::place)
                        .orElse(null),
                fields.place());
    }

    private static Side side(Fields fields, String... names) {
        Optional<Entry> entry = fields.entry(names);
        if (entry.isEmpty()) {
            return new Side(false, List.of(), List.of(), null, fields.place());
        }
        Conf value = entry.get().value();
        Place where = entry.get().place();
        if (!(value instanceof Fields sides)) {
            return new Side(true, subjects(value), List.of(), emptyAt(value, where), where);
        }
        Conf allow = sides.get("allow").orElse(null);
        Conf deny = sides.get("deny").orElse(null);
        Place empty = allow == null ? null : emptyAt(allow, where);
        if (allow == null && deny == null) {
            empty = where;
        }
        return new Side(
                true,
                allow == null ? List.of() : subjects(allow),
                deny == null ? List.of() : subjects(deny),
                empty,
                where);
    }

    private static @Nullable Place emptyAt(Conf value, Place where) {
        return value instanceof Items list && list.items().isEmpty() ? where : null;
    }

    private static List<Subject> subjects(Conf value) {
        return value.texts().stream().flatMap(text -> subject(text).stream()).toList();
    }

    /** Empty for what is no subject: the server's own check names it, and what it would allow cannot be judged. */
    private static Optional<Subject> subject(Text text) {
        try {
            return Optional.of(new Subject(SubjectPattern.parse(text.value().strip()), text.place()));
        } catch (ProblemException e) {
            return Optional.empty();
        }
    }
}
