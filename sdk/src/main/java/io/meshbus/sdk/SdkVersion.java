package io.meshbus.sdk;

/** The version that a node and a module author compare before a module is loaded. */
public final class SdkVersion {
    private static final String UNPACKED = "dev";

    private SdkVersion() {}

    /** Returns the version of the jar this class came from, or {@code dev} outside a jar. */
    public static String current() {
        String version = SdkVersion.class.getPackage().getImplementationVersion();
        return version == null ? UNPACKED : version;
    }
}
