package io.meshbus.sdk.account;

import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.manifest.Sources;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Desired states for tests. */
final class Meshes {
    private Meshes() {}

    static Set<NodeId> nodes(String... names) {
        return Arrays.stream(names).map(NodeId::new).collect(Collectors.toSet());
    }

    static DesiredMesh of(DefinitionSource source, Map<PersonId, Rights> persons) {
        Definition definition = DefinitionReader.read(source);
        return new DesiredMesh(
                List.of(new Living(definition, definition.nodes().keySet())),
                nodes("hub", "n1", "n2"),
                Set.of(new TokenId("t7")),
                persons,
                Answers.DERIVED);
    }

    /** The shop, all nodes enrolled, one token, nobody else. */
    static DesiredMesh shop() {
        return of(Sources.shop(), Map.of());
    }

    static DesiredMesh shop(String person, Rights rights) {
        return of(Sources.shop(), Map.of(new PersonId(person), rights));
    }

    static DesiredMesh with(DesiredMesh mesh, Answers answers) {
        return new DesiredMesh(mesh.definitions(), mesh.enrolled(), mesh.tokens(), mesh.persons(), answers);
    }

    static List<String> publish(Composition composition, String principal) {
        return subjects(find(composition, principal).publish());
    }

    static List<String> subscribe(Composition composition, String principal) {
        return subjects(find(composition, principal).subscribe());
    }

    static Principal find(Composition composition, String principal) {
        return composition.find(new PrincipalId(principal)).orElseThrow();
    }

    private static List<String> subjects(List<Grant> grants) {
        return grants.stream().map(Grant::subject).toList();
    }

    static Map<PrincipalId, Credential> hashes(Composition composition) {
        Map<PrincipalId, Credential> hashes = new HashMap<>();
        composition.ids().forEach(id -> hashes.put(id, new Credential.PasswordHash("$2a$04$" + "x".repeat(53))));
        return hashes;
    }
}
