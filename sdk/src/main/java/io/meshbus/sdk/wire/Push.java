package io.meshbus.sdk.wire;

import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.manifest.DefinitionSource;

/**
 * A new mesh definition, stored by the controller's ask verticle for a person (spec 3.3).
 *
 * @param id unguessable, names this push for the person
 * @param reply where the result is awaited; must lie under the person's own inbox
 * @param source the files, and the artefacts by digest
 */
public record Push(int v, String id, PersonId person, String reply, DefinitionSource source, boolean acceptBreaking) {
    public Push {
        Require.member(id, "id");
        Require.member(person, "person");
        Require.member(reply, "reply");
        Require.member(source, "source");
    }
}
