package io.meshbus.natsserver.lint.rules;

/** Where something stands: a file as it was named, and its line counted from 1. */
public record Place(String file, int line) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
        int byFile = file.compareTo(other.file);
        return byFile != 0 ? byFile : Integer.compare(line, other.line);
    }

    @Override
    public String toString() {
        return file + ":" + line;
    }
}
