package io.meshbus.sdk.account;

import io.meshbus.sdk.fabric.FabricSubjects;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.RunnerId;
import io.meshbus.sdk.id.ServerId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.subject.AccountHash;
import io.meshbus.sdk.subject.Subjects;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Who may do what in the tenant fabric (spec 6.5): the rows of servers and runners, each by its line of mesh.yaml. Pure. */
final class FabricGrants {
    private static final String API = "$JS.API.";
    private static final String HASH = AccountHash.of(Account.FABRIC.name());

    private FabricGrants() {}

    /** In the order of their names. */
    static List<Principal> of(Definition definition) {
        List<Principal> all = new ArrayList<>();
        definition
                .settings()
                .fabric()
                .runners()
                .keySet()
                .forEach(runner -> all.add(runner(runner, definition.whereOf("fabric.runners." + runner))));
        definition
                .settings()
                .fabric()
                .servers()
                .keySet()
                .forEach(server -> all.add(server(server, definition.whereOf("fabric.servers." + server))));
        all.sort(java.util.Comparator.comparing(Principal::id));
        return List.copyOf(all);
    }

    private static Principal server(ServerId server, String where) {
        PrincipalId id = PrincipalId.fabricServer(server);
        return new Principal(
                id,
                Account.FABRIC,
                Stream.of(
                                grants(
                                        where,
                                        "a server of the fabric publishes it",
                                        FabricSubjects.EVERY_COMMS,
                                        FabricSubjects.bindingEveryTenant(),
                                        FabricSubjects.EVERY_RUNNER_COMMAND,
                                        FabricSubjects.EVERY_CLIENT,
                                        FabricSubjects.DEAD_LETTER),
                                grants(
                                        where,
                                        "a server of the fabric makes and draws from its stream",
                                        API + "STREAM.CREATE." + FabricSubjects.STREAM,
                                        API + "STREAM.UPDATE." + FabricSubjects.STREAM,
                                        API + "STREAM.INFO." + FabricSubjects.STREAM,
                                        API + "STREAM.MSG.GET." + FabricSubjects.STREAM,
                                        API + "CONSUMER.CREATE." + FabricSubjects.STREAM + ".>",
                                        API + "CONSUMER.INFO." + FabricSubjects.STREAM + ".*",
                                        API + "CONSUMER.MSG.NEXT." + FabricSubjects.STREAM + ".*",
                                        Subjects.acks(FabricSubjects.STREAM, "*"),
                                        Subjects.acksV2(HASH, FabricSubjects.STREAM, "*")))
                        .flatMap(List::stream)
                        .toList(),
                grants(
                        where,
                        "a server of the fabric hears it",
                        Subjects.inQueue(FabricSubjects.runnerEvents(), FabricSubjects.RUNNER_EVENTS_QUEUE),
                        FabricSubjects.bindingEveryTenant(),
                        FabricSubjects.EVERY_CLIENT,
                        FabricSubjects.EVERY_MAX_DELIVERIES,
                        Subjects.inbox(id)),
                null);
    }

    private static Principal runner(RunnerId runner, String where) {
        PrincipalId id = PrincipalId.fabricRunner(runner);
        return new Principal(
                id,
                Account.FABRIC,
                grants(where, "a runner says what happens", FabricSubjects.runnerEvents()),
                grants(
                        where,
                        "a runner hears its own commands",
                        FabricSubjects.runnerCommand(runner.value()),
                        Subjects.inbox(id)),
                null);
    }

    private static List<Grant> grants(String where, String reason, String... subjects) {
        return Stream.of(subjects)
                .map(subject -> new Grant(subject, reason, where))
                .toList();
    }
}
