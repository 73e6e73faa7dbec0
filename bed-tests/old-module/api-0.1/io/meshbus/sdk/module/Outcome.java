package io.meshbus.sdk.module;

public record Outcome(String event, Object data) {
    public static final Outcome SILENT = null;
}
