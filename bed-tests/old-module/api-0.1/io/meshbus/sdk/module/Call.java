package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Headers;

public record Call<T>(T body, String caller, CallOptions onward, Headers headers) {}
