package io.meshbus.sdk.testing;

import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import java.util.List;
import java.util.stream.Collectors;

/** The server's configuration with the accounts of spec 2.5, around a composed user list. */
final class MeshAccounts {
    private static final List<String> SERVICES =
            List.of("mesh.mod.*.event.>", "mesh.mod.*.dead", "mesh.seat.*.event.>", "mesh.seat.*.accept.>");

    private MeshAccounts() {}

    /** @param users text of a composed list, which defines one variable per account */
    static String around(String users, String systemPassword) {
        return users
                + """
                max_payload: 2MB
                accounts {
                  MESH { users: $MESH_USERS, imports: [
                    %1$s
                    {service: {account: STREAMS, subject: "$JS.API.CONSUMER.MSG.NEXT.*.*"}, to: "%2$s.CONSUMER.MSG.NEXT.*.*"}
                    {service: {account: STREAMS, subject: "$JS.API.%3$s"}, to: "%2$s.%3$s"}
                    {service: {account: STREAMS, subject: "$JS.ACK.>"}} ] }
                  STREAMS { jetstream: enabled, users: $STREAMS_USERS, exports: [
                    %4$s
                    {service: "$JS.API.CONSUMER.MSG.NEXT.*.*", accounts: [MESH], response_type: stream}
                    {service: "$JS.API.%3$s", accounts: [MESH]}
                    {service: "$JS.ACK.>", accounts: [MESH], response_type: stream} ] }
                  FABRIC { users: $FABRIC_USERS }
                  CHECK { users: $CHECK_USERS }
                  SYS { users: [ {user: sys, password: "%5$s"} ] }
                }
                system_account: SYS
                """.formatted(
                                each("{service: {account: STREAMS, subject: \"%s\"}}"),
                                Streams.API_PREFIX,
                                "DIRECT.GET." + Streams.STATE + "." + Subjects.stateKey(">"),
                                each("{service: \"%s\", accounts: [MESH]}"),
                                systemPassword);
    }

    private static String each(String form) {
        return SERVICES.stream().map(form::formatted).collect(Collectors.joining("\n"));
    }
}
