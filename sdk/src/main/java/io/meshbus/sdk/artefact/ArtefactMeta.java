package io.meshbus.sdk.artefact;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;

/**
 * What {@code mesh.artefact.<sha256>.meta} says; written last, so that whoever reads it finds every chunk.
 *
 * @param size bytes of the whole
 * @param chunks how many there are
 * @param media media type
 */
public record ArtefactMeta(int v, long size, int chunks, String media) {
    /** Media type of a module's jar. */
    public static final String JAR = "application/java-archive";

    public ArtefactMeta {
        if (size < 0 || size > Chunks.ARTEFACT_BYTES_MAX || chunks != Chunks.count(size)) {
            throw new IllegalArgumentException("size and count of chunks do not fit together");
        }
        if (media == null || media.isEmpty()) {
            throw new IllegalArgumentException("member media is missing");
        }
    }

    public static ArtefactMeta of(long size, String media) {
        if (size > Chunks.ARTEFACT_BYTES_MAX) {
            throw Problem.of(
                            ProblemCode.TOO_LARGE,
                            "an artefact of " + size + " bytes is not taken",
                            "the limit is " + Chunks.ARTEFACT_BYTES_MAX + " bytes",
                            "make the artefact smaller")
                    .asException();
        }
        return new ArtefactMeta(1, size, Chunks.count(size), media);
    }
}
