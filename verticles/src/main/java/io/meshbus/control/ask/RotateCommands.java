package io.meshbus.control.ask;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.store.ReachedWait;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Person;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.UserKey;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rotation of credentials (spec 3.6); the answer comes when the new ones are let in. */
final class RotateCommands {
    private static final String PERSON = "person.";

    private final Vertx vertx;
    private final ControllerConfig config;
    private final Store store;
    private final Supplier<MeshIdentity> identity;

    RotateCommands(Vertx vertx, ControllerConfig config, Store store, Supplier<MeshIdentity> identity) {
        this.vertx = vertx;
        this.config = config;
        this.store = store;
        this.identity = identity;
    }

    Map<String, AskCommand> all() {
        return Map.of("accounts_rotate", this::rotate);
    }

    private Future<JsonObject> rotate(Asked asked) {
        if (asked.flag("all")) {
            return begin(new JsonObject().put("all", true).put("by", asked.by()));
        }
        PrincipalId principal = new PrincipalId(asked.text("principal"));
        return principal.value().startsWith(PERSON)
                ? person(asked, new PersonId(principal.value().substring(PERSON.length())))
                : known(principal).compose(id -> begin(one(asked, id)));
    }

    private static JsonObject one(Asked asked, PrincipalId id) {
        return new JsonObject()
                .put("principals", new JsonArray(List.of(id.value())))
                .put("by", asked.by());
    }

    private Future<PrincipalId> known(PrincipalId id) {
        if (id.equals(PrincipalId.CONTROLLER) || id.equals(PrincipalId.STREAMS)) {
            return Future.succeededFuture(id);
        }
        return store.secret(id).map(found -> {
            if (found.isEmpty()) {
                throw Problem.of(
                                ProblemCode.UNKNOWN_NAME,
                                "there is no credential of " + id + " to rotate",
                                "it is no principal, or a token, which is used once",
                                "see meshbus accounts show")
                        .asException();
            }
            return id;
        });
    }

    private Future<JsonObject> begin(JsonObject request) {
        return vertx.eventBus()
                .<JsonObject>request(ControlAddress.ACCOUNTS_ROTATE, request)
                .compose(reply -> live().map(live -> reply.body().put("live", live)));
    }

    private Future<Boolean> live() {
        return store.revision()
                .compose(revision -> new ReachedWait(vertx, store).accounts(revision, config.liveTimeout()));
    }

    private Future<JsonObject> person(Asked asked, PersonId id) {
        return store.persons()
                .map(persons -> persons.stream()
                        .filter(p -> p.id().equals(id))
                        .findFirst()
                        .orElseThrow(() -> Problem.of(
                                        ProblemCode.UNKNOWN_NAME, "there is no person " + id, "", "see operator list")
                                .asException()))
                .compose(person -> allowed(asked, person))
                .compose(person -> withKey(asked, person))
                .compose(person -> begin(one(asked, PrincipalId.person(id)))
                        .compose(begun -> store.secret(PrincipalId.person(id))
                                .map(secret -> begun.put(
                                        "credentials",
                                        new JsonObject(WireCodec.encode(credentials(
                                                person, secret.orElseThrow().sealed())))))));
    }

    private static Future<Person> allowed(Asked asked, Person person) {
        return person.id().equals(asked.person()) || asked.rights().admin()
                ? Future.succeededFuture(person)
                : Future.failedFuture(Problem.of(
                                ProblemCode.RIGHT_MISSING,
                                "you may not rotate the account of " + person.id(),
                                "it is another's",
                                "ask " + person.id() + ", or an administrator")
                        .asException());
    }

    /** With keys, the person has to say which is next. */
    private Future<Person> withKey(Asked asked, Person person) {
        String nkey = asked.textOrNull("nkey");
        String key = nkey == null ? null : HandedCredential.publicKeyOf(nkey);
        if (nkey != null && (key == null || !UserKey.isPublic(key))) {
            throw asked.invalid("nkey", "names no public nkey of a user");
        }
        return store.desired(config.answers()).compose(desired -> {
            boolean keys = AuthMode.of(desired.mesh(), config.auth()) == AuthMode.NKEY;
            if (keys && key == null) {
                return Future.failedFuture(theirOwn(person));
            }
            return keys ? store.putPerson(with(person, nkey), asked.by()).map(person) : Future.succeededFuture(person);
        });
    }

    private static Person with(Person person, @Nullable String nkey) {
        return new Person(person.id(), person.rights(), person.publicKey(), nkey, person.issued(), person.expires());
    }

    private static RuntimeException theirOwn(Person person) {
        return Problem.of(
                        ProblemCode.INVALID,
                        "the key of " + person.id() + " can be replaced by its owner only",
                        "the private half is with its owner",
                        "run it as that person: meshbus --as FILE accounts rotate person." + person.id())
                .asException();
    }

    private PersonCredentials credentials(Person person, String handed) {
        return new PersonCredentials(
                WireCodec.VERSION,
                identity.get().name(),
                identity.get().id(),
                person.id(),
                List.of(identity.get().url()),
                identity.get().pins(),
                person.publicKey(),
                handed);
    }
}
