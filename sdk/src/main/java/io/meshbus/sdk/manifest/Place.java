package io.meshbus.sdk.manifest;

/**
 * Where something stands in a definition.
 *
 * @param line from 1
 */
record Place(String file, int line) {
    static Place of(String file) {
        return new Place(file, 1);
    }

    @Override
    public String toString() {
        return Faults.shown(file) + ":" + line;
    }
}
