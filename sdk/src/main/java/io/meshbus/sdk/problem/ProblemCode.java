package io.meshbus.sdk.problem;

/** Stable codes of everything that can be refused or fail; numbers never change meaning (spec 8.2.5). */
public enum ProblemCode {
    // 10xx enrolment
    TOKEN_MALFORMED(1001),
    TOKEN_UNKNOWN(1002),
    TOKEN_SPENT(1003),
    TOKEN_EXPIRED(1004),
    TOKEN_REVOKED(1005),
    TOKEN_WRONG_NODE(1006),
    TOKEN_WRONG_PROOF(1007),
    REPLY_REFUSED(1008),
    NOT_ENROLLED(1009),
    // 11xx names and wire
    BAD_NAME(1101),
    BAD_SUBJECT(1102),
    BAD_PAYLOAD(1103),
    TOO_LARGE(1104),
    BAD_SIGNATURE(1105),
    STALE(1106),
    // 12xx definitions
    DEFINITION_INVALID(1201),
    DEFINITION_OTHER_MESH(1202),
    NOT_DECLARED(1203),
    ARTEFACT_MISSING(1204),
    ARTEFACT_DAMAGED(1205),
    BREAKING_SCHEMA(1206),
    // 13xx calls
    NO_RESPONDER(1301),
    REFUSED(1302),
    INVALID(1303),
    FAILED(1304),
    TIMED_OUT(1305),
    PERMISSIONS_CHANGED(1306),
    NO_HANDLER(1307),
    // 14xx bus
    BUS_UNREACHABLE(1401),
    BUS_AWAY(1402),
    PERMISSION_VIOLATION(1403),
    CLOSED(1404),
    STORE_REFUSED(1405),
    STREAM_DRIFT(1406),
    BUS_AUTH(1407),
    BUS_PIN(1408),
    // 15xx broker and accounts
    COMPOSITION_REFUSED(1501),
    RELOAD_NOT_LIVE(1502),
    BROKER_MISSING(1503),
    BROKER_FAILED(1504),
    // 16xx machine and config
    CONFIG_INVALID(1601),
    DIRECTORY_IN_USE(1602),
    PORT_TAKEN(1603),
    TOOL_MISSING(1604),
    DIRECTORY_NOT_A_MESH(1605),
    CREDENTIALS_UNUSABLE(1606),
    STORE_AWAY(1607),
    USAGE(1608),
    LEASE_LOST(1609),
    INTERNAL(1699),
    // 17xx rights
    RIGHT_MISSING(1701),
    UNKNOWN_COMMAND(1702),
    UNKNOWN_NAME(1703),
    ALREADY_EXISTS(1704),
    ALREADY_SUBSCRIBED(1705);

    private final int number;

    ProblemCode(int number) {
        this.number = number;
    }

    /** The stable number that travels and is documented. */
    public int number() {
        return number;
    }
}
