package io.meshbus.control.genesis.rules;

import io.meshbus.sdk.bus.StreamAdmin.Discard;
import io.meshbus.sdk.bus.StreamAdmin.Retention;
import io.meshbus.sdk.bus.StreamAdmin.StreamSpec;
import io.meshbus.sdk.manifest.Definition;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stream in the words of the table of spec 2.3; file storage, no schedules, no roll-ups unless said. */
final class StreamDraft {
    private static final Duration DUPLICATES = Duration.ofMinutes(2);
    private static final Duration FOR_EVER = Duration.ZERO;

    private final String name;
    private final String description;
    private List<String> subjects = List.of();
    private Retention retention = Retention.LIMITS;
    private Discard discard = Discard.OLD;
    private boolean newPerSubject;
    private long perSubject;
    private long bytes;
    private int messageBytes;
    private Duration age = FOR_EVER;
    private Duration duplicates = DUPLICATES;
    private boolean directGet;
    private boolean rollup;
    private boolean denyDelete;

    StreamDraft(String name, String description) {
        this.name = name;
        this.description = description;
    }

    StreamDraft subjects(String... all) {
        subjects = List.of(all);
        return this;
    }

    /** A full queue refuses: the sender keeps what it has. */
    StreamDraft workQueue() {
        retention = Retention.WORK_QUEUE;
        discard = Discard.NEW;
        return this;
    }

    StreamDraft perSubject(long messages) {
        perSubject = messages;
        newPerSubject = true;
        return this;
    }

    /** A subject forgets its own oldest, so that it does not push out what others have; after {@link #retain}. */
    StreamDraft shared(Collection<Definition> living, Definition.@Nullable Retention said) {
        perSubject = EventShare.perSubject(living, bytes, said == null ? null : said.maxEvent());
        return this;
    }

    StreamDraft lastPerSubject() {
        perSubject = 1;
        directGet = true;
        return this;
    }

    StreamDraft firstPerSubject() {
        perSubject = 1;
        discard = Discard.NEW;
        newPerSubject = true;
        directGet = true;
        return this;
    }

    StreamDraft bytes(long all, int message) {
        bytes = all;
        messageBytes = message;
        return this;
    }

    StreamDraft age(Duration newAge) {
        age = newAge;
        return this;
    }

    /** How long an id is remembered; never longer than what it names is kept. */
    StreamDraft duplicates(Duration remembered) {
        duplicates = remembered;
        return this;
    }

    /** What a definition says of it. */
    StreamDraft retain(Definition.@Nullable Retention said) {
        if (said != null && said.maxAge() != null) {
            age = said.maxAge();
        }
        if (said != null && said.maxBytes() != null) {
            bytes = said.maxBytes();
        }
        if (said != null && said.maxEvent() != null) {
            messageBytes = (int) Math.min(messageBytes, said.maxEvent());
        }
        return this;
    }

    StreamDraft rollup() {
        rollup = true;
        return this;
    }

    /** Not for work, dead letters or artefacts, which the controller ends or clears; nor with roll-ups. */
    StreamDraft neverDeleted() {
        denyDelete = true;
        return this;
    }

    StreamSpec build(int replicas) {
        return new StreamSpec(
                name,
                subjects,
                retention,
                discard,
                newPerSubject,
                perSubject,
                bytes,
                age,
                messageBytes,
                replicas,
                age.isZero() || duplicates.compareTo(age) <= 0 ? duplicates : age,
                directGet,
                denyDelete,
                denyDelete,
                rollup,
                description);
    }
}
