package io.meshbus.control.genesis;

import io.meshbus.directory.ControllerSecrets;
import io.meshbus.sdk.account.Account;
import io.meshbus.sdk.account.Grant;
import io.meshbus.sdk.account.Principal;
import io.meshbus.sdk.account.UserList;
import io.meshbus.sdk.id.PrincipalId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The list of a mesh without a definition: the controller and its first person. */
final class FirstList {
    private FirstList() {}

    static UserList of(ControllerSecrets secrets, Optional<Bootstrap> person) {
        List<UserList.Entry> entries = new ArrayList<>();
        entries.add(new UserList.Entry(
                principal(
                        PrincipalId.CONTROLLER,
                        Account.MESH,
                        List.of("mesh.node.*.declare", "_INBOX.>"),
                        List.of("mesh.control.*.alive", "mesh.ask.>", "_INBOX.controller.>")),
                secrets.hash(PrincipalId.CONTROLLER)));
        entries.add(new UserList.Entry(
                principal(
                        PrincipalId.STREAMS,
                        Account.STREAMS,
                        List.of(
                                "$JS.API.>",
                                "$JS.ACK.>",
                                "mesh.node.*.declare",
                                "mesh.control.push",
                                "mesh.mod.*.redrive.>",
                                "mesh.seat.*.accept.>",
                                "mesh.events.dead",
                                "mesh.artefact.>",
                                "$KV.mesh_state.>"),
                        List.of("_INBOX.controller.streams.>", "$JS.EVENT.ADVISORY.>")),
                secrets.hash(PrincipalId.STREAMS)));
        person.ifPresent(first -> entries.add(new UserList.Entry(
                principal(
                        PrincipalId.person(first.person()),
                        Account.MESH,
                        List.of("mesh.ask.*.*." + first.person(), "mesh.artefact.*.*"),
                        List.of("_INBOX.person." + first.person() + ".>")),
                first.hash())));
        return UserList.of(0, entries);
    }

    private static Principal principal(PrincipalId id, Account account, List<String> publish, List<String> subscribe) {
        return new Principal(id, account, grants(publish.stream()), grants(subscribe.stream()), false);
    }

    private static List<Grant> grants(Stream<String> subjects) {
        return subjects.map(subject -> new Grant(subject, "first list", "spec 2.5"))
                .toList();
    }
}
