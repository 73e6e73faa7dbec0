package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Headers;

/**
 * A call being answered.
 *
 * @param body the input, schema checked and bound
 * @param caller the principal the caller says it is: informative, the permission is the authority (spec 4.3)
 * @param onward time left and trace, for the calls that this one makes
 * @param headers all of the message's
 */
public record Call<T>(T body, String caller, CallOptions onward, Headers headers) {}
