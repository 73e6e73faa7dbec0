package io.meshbus.launcher.command;

import io.meshbus.sdk.SdkVersion;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"meshbus " + SdkVersion.current() + ", Java " + Runtime.version()};
    }
}
