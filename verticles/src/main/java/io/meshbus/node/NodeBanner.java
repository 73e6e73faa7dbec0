package io.meshbus.node;

import io.meshbus.sdk.SdkVersion;

/** The first line a node logs. */
public final class NodeBanner {
    private NodeBanner() {}

    /** Returns one key=value line. */
    public static String line() {
        return "node starting sdk=" + SdkVersion.current();
    }
}
