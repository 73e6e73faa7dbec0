package io.meshbus.sdk.artefact;

/** The arithmetic of chunks: all have {@link #CHUNK_BYTES} bytes, the last has the rest. Pure. */
public final class Chunks {
    /** Bytes of a chunk (spec 2.1). */
    public static final int CHUNK_BYTES = 128 << 10;
    /** Bytes of an artefact at most. */
    public static final long ARTEFACT_BYTES_MAX = 1L << 30;

    private Chunks() {}

    /** How many chunks {@code size} bytes make; none for an empty artefact. */
    public static int count(long size) {
        return Math.toIntExact((size + CHUNK_BYTES - 1) / CHUNK_BYTES);
    }

    /** Where chunk {@code index} begins. */
    public static long offset(int index) {
        return (long) index * CHUNK_BYTES;
    }

    /** Bytes of chunk {@code index} of an artefact of {@code size} bytes. */
    public static int length(long size, int index) {
        return (int) Math.min(CHUNK_BYTES, size - offset(index));
    }
}
