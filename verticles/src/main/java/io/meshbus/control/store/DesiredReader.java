package io.meshbus.control.store;

import io.meshbus.control.store.Store.Desired;
import io.meshbus.control.store.Store.Person;
import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.manifest.Definition;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Everything that composition looks at, of one revision. */
final class DesiredReader {
    private final Database database;
    private final TokenTable tokens;
    private final Definitions definitions;

    DesiredReader(Database database, TokenTable tokens, Definitions definitions) {
        this.database = database;
        this.tokens = tokens;
        this.definitions = definitions;
    }

    private record Snapshot(
            long revision,
            long newest,
            Map<Long, Set<NodeId>> living,
            Set<NodeId> enrolled,
            Set<TokenId> tokens,
            Map<PersonId, Rights> persons,
            List<Definitions.Sourced> sources) {}

    Future<Desired> read(DesiredMesh.Answers answers) {
        return database.transaction(this::snapshot)
                .compose(snapshot -> definitions
                        .read(snapshot.sources())
                        .map(byPush -> new Desired(
                                snapshot.revision(),
                                new DesiredMesh(
                                        living(snapshot, byPush),
                                        snapshot.enrolled(),
                                        snapshot.tokens(),
                                        snapshot.persons(),
                                        answers),
                                snapshot.newest())));
    }

    private Future<Snapshot> snapshot(Sql sql) {
        return Counters.value(sql, Counters.REVISION)
                .compose(revision -> PushTable.newestNumber(sql)
                        .compose(newest -> PushTable.living(sql, newest)
                                .compose(living -> definitions
                                        .source(sql, pushes(living, newest))
                                        .compose(sources -> principals(sql, revision, newest, living, sources)))));
    }

    private Future<Snapshot> principals(
            Sql sql, long revision, long newest, Map<Long, Set<NodeId>> living, List<Definitions.Sourced> sources) {
        return NodeTable.all(sql)
                .compose(nodes -> tokens.open(sql)
                        .compose(open -> PersonTable.all(sql)
                                .map(persons -> new Snapshot(
                                        revision,
                                        newest,
                                        living,
                                        nodes.stream().map(Store.Node::id).collect(Collectors.toSet()),
                                        Set.copyOf(open),
                                        persons.stream().collect(Collectors.toMap(Person::id, Person::rights)),
                                        sources))));
    }

    private static List<Long> pushes(Map<Long, Set<NodeId>> living, long newest) {
        List<Long> pushes = new ArrayList<>(living.keySet());
        if (newest > 0) {
            pushes.add(newest);
        }
        return pushes;
    }

    /** Oldest first; the newest counts for every node, also one that is not enrolled yet. */
    private static List<Living> living(Snapshot snapshot, Map<Long, Definition> byPush) {
        List<Living> living = new ArrayList<>();
        snapshot.living()
                .forEach((push, nodes) -> living.add(
                        new Living(Optional.ofNullable(byPush.get(push)).orElseThrow(), nodes)));
        Optional.ofNullable(byPush.get(snapshot.newest()))
                .ifPresent(
                        newest -> living.add(new Living(newest, newest.nodes().keySet())));
        return living;
    }
}
