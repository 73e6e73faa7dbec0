package io.meshbus.sdk.bus;

/** The observable state of a connection. */
public enum BusState {
    CONNECTED,
    RECONNECTING,
    CLOSED
}
