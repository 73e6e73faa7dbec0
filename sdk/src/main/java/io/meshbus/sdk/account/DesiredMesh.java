package io.meshbus.sdk.account;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.manifest.Definition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that composition may look at, and nothing else (spec 3.4).
 *
 * @param definitions the newest definition, and older ones with the nodes that still live by them (a grant is withdrawn
 *     only after the node converged without it, spec 2.5); oldest first
 * @param enrolled nodes with an identity
 * @param tokens live enrolment tokens
 * @param persons their rights
 * @param answers how responders may answer, unless the newest definition says it itself
 */
public record DesiredMesh(
        List<Living> definitions,
        Set<NodeId> enrolled,
        Set<TokenId> tokens,
        Map<PersonId, Rights> persons,
        Answers answers) {
    /** A definition and the nodes for which it (still) counts. */
    public record Living(Definition definition, Set<NodeId> nodes) {
        public Living {
            nodes = Set.copyOf(nodes);
        }
    }

    /** How a responder may answer (spec 2.5). */
    public enum Answers {
        DERIVED,
        ALLOW_RESPONSES
    }

    /** Credentials that the newest definition itself names: the public keys of the fabric's users. */
    public Map<PrincipalId, Credential> declared() {
        Map<PrincipalId, Credential> declared = new HashMap<>();
        if (!definitions.isEmpty()) {
            Definition.Fabric fabric = definitions
                    .get(definitions.size() - 1)
                    .definition()
                    .settings()
                    .fabric();
            fabric.servers()
                    .forEach((server, key) -> declared.put(PrincipalId.fabricServer(server), new Credential.NKey(key)));
            fabric.runners()
                    .forEach((runner, key) -> declared.put(PrincipalId.fabricRunner(runner), new Credential.NKey(key)));
        }
        return declared;
    }

    public DesiredMesh {
        definitions = List.copyOf(definitions);
        enrolled = Set.copyOf(enrolled);
        tokens = Set.copyOf(tokens);
        persons = Map.copyOf(persons);
    }
}
