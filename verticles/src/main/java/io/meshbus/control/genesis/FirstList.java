package io.meshbus.control.genesis;

import io.meshbus.directory.ControllerSecrets;
import io.meshbus.sdk.account.Composer;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The composed list of a mesh without a definition: the controller and its first person. */
final class FirstList {
    private static final long BEFORE_ANY_REVISION = 0;

    private FirstList() {}

    static UserListText of(ControllerSecrets secrets, Optional<Bootstrap> person) {
        Map<PersonId, Rights> persons = new HashMap<>();
        Map<PrincipalId, Credential> credentials = new HashMap<>();
        for (PrincipalId own : List.of(PrincipalId.CONTROLLER, PrincipalId.STREAMS)) {
            credentials.put(own, secrets.credential(own));
        }
        person.ifPresent(first -> {
            persons.put(first.person(), Rights.ADMIN);
            credentials.put(PrincipalId.person(first.person()), Credential.of(first.hash(), first.sealed()));
        });
        Composition composition =
                Composer.compose(new DesiredMesh(List.of(), Set.of(), Set.of(), persons, Answers.DERIVED));
        return UserListText.render(BEFORE_ANY_REVISION, composition, credentials);
    }
}
