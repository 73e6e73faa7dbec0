package io.meshbus.control.ask;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.ask.rules.Granting;
import io.meshbus.control.store.ReachedWait;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Person;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.account.Rights.Right;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.UserKey;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Persons' accounts (spec 1.3): the answer comes when the account is verified live, sealed to the person's own key. */
final class PersonCommands {
    private final Vertx vertx;
    private final ControllerConfig config;
    private final Store store;
    private final Supplier<MeshIdentity> identity;
    private final Clock clock;

    PersonCommands(Vertx vertx, ControllerConfig config, Store store, Supplier<MeshIdentity> identity, Clock clock) {
        this.vertx = vertx;
        this.config = config;
        this.store = store;
        this.identity = identity;
        this.clock = clock;
    }

    Map<String, AskCommand> all() {
        return Map.of("person_issue", this::issue, "person_list", this::list, "person_revoke", this::revoke);
    }

    private Future<JsonObject> issue(Asked asked) {
        Person person = new Person(
                new PersonId(asked.text("name")),
                rights(asked),
                key(asked),
                nkey(asked),
                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                expires(asked));
        requireMayGive(asked, person.rights());
        return find(person.id())
                .compose(known -> known.isPresent() && !asked.flag("replace")
                        ? Future.failedFuture(exists(person.id()))
                        : Future.succeededFuture(known))
                .compose(known -> {
                    known.ifPresent(before -> requireMayGive(asked, before.rights()));
                    return store.putPerson(person, asked.by());
                })
                .compose(put -> live())
                .compose(live -> live ? sealed(person) : Future.failedFuture(notLive(person.id())))
                .map(password -> new JsonObject()
                        .put("name", person.id().value())
                        .put("credentials", new JsonObject(WireCodec.encode(credentials(person, password)))));
    }

    private static Rights rights(Asked asked) {
        if (asked.flag("admin")) {
            return Rights.ADMIN;
        }
        return new Rights(
                false,
                asked.texts("tools"),
                asked.texts("rights").stream().map(name -> right(asked, name)).collect(Collectors.toSet()));
    }

    private static Right right(Asked asked, String name) {
        try {
            return Right.valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw asked.invalid("rights", "has " + name + ", which is none of " + List.of(Right.values()));
        }
    }

    private static String key(Asked asked) {
        try {
            return new SealingKey.Public(asked.text("publicKey")).value();
        } catch (IllegalArgumentException e) {
            throw asked.invalid("publicKey", "is not a public sealing key");
        }
    }

    /** Which of the person's own keys: {@code nkey:<number>:<U…>}. */
    private static @Nullable String nkey(Asked asked) {
        String text = asked.textOrNull("nkey");
        String key = text == null ? null : HandedCredential.publicKeyOf(text);
        if (text != null && (key == null || !UserKey.isPublic(key))) {
            throw asked.invalid("nkey", "names no public nkey of a user");
        }
        return text;
    }

    private @Nullable Instant expires(Asked asked) {
        String text = asked.textOrNull("expires");
        if (text == null) {
            return null;
        }
        try {
            Instant expires = Instant.parse(text).truncatedTo(ChronoUnit.MILLIS);
            if (expires.isAfter(clock.instant())) {
                return expires;
            }
        } catch (DateTimeException e) {
            throw asked.invalid("expires", "is not an instant such as 2027-01-31T00:00:00Z");
        }
        throw asked.invalid("expires", "is over");
    }

    private static void requireMayGive(Asked asked, Rights wanted) {
        if (!Granting.mayGive(asked.rights(), wanted)) {
            throw Problem.of(
                            ProblemCode.RIGHT_MISSING,
                            "you may not give or change these rights",
                            "they go beyond your own",
                            "ask an administrator")
                    .asException();
        }
    }

    private Future<Optional<Person>> find(PersonId id) {
        return store.persons()
                .map(persons -> persons.stream().filter(p -> p.id().equals(id)).findFirst());
    }

    private Future<Boolean> live() {
        vertx.eventBus().publish(ControlAddress.DESIRED_CHANGED, null);
        return store.revision()
                .compose(revision -> new ReachedWait(vertx, store).accounts(revision, config.liveTimeout()));
    }

    private Future<String> sealed(Person person) {
        return store.secret(PrincipalId.person(person.id()))
                .compose(found -> found.filter(s -> s.ownerKey().equals(person.publicKey()))
                        .map(s -> Future.succeededFuture(s.sealed()))
                        .orElseGet(() -> Future.failedFuture(notLive(person.id()))));
    }

    private PersonCredentials credentials(Person person, String sealed) {
        return new PersonCredentials(
                WireCodec.VERSION,
                identity.get().name(),
                identity.get().id(),
                person.id(),
                List.of(identity.get().url()),
                identity.get().pins(),
                person.publicKey(),
                sealed);
    }

    private Future<JsonObject> list(Asked asked) {
        return store.persons().map(persons -> {
            JsonArray list = new JsonArray();
            persons.forEach(person -> list.add(new JsonObject()
                    .put("name", person.id().value())
                    .put("admin", person.rights().admin())
                    .put("tools", new JsonArray(person.rights().tools()))
                    .put(
                            "rights",
                            new JsonArray(person.rights().rights().stream()
                                    .map(right -> right.name().toLowerCase(Locale.ROOT))
                                    .sorted()
                                    .toList()))
                    .put("issued", person.issued().toString())
                    .put(
                            "expires",
                            person.expires() == null ? null : person.expires().toString())));
            return new JsonObject().put("persons", list);
        });
    }

    private Future<JsonObject> revoke(Asked asked) {
        PersonId id = new PersonId(asked.text("name"));
        return find(id).compose(known -> {
                    Person person = known.orElseThrow(() -> unknown(id));
                    requireMayGive(asked, person.rights());
                    return store.removePerson(id, asked.by());
                })
                .compose(removed -> live())
                .map(live -> new JsonObject()
                        .put("name", id.value())
                        .put("revoked", true)
                        .put("live", live));
    }

    private static ProblemException exists(PersonId id) {
        return Problem.of(
                        ProblemCode.ALREADY_EXISTS,
                        id + " has an account already",
                        "",
                        "revoke it first, or choose another name")
                .asException();
    }

    private static ProblemException unknown(PersonId id) {
        return Problem.of(ProblemCode.UNKNOWN_NAME, "there is no person " + id, "", "see operator list")
                .asException();
    }

    private static ProblemException notLive(PersonId id) {
        return Problem.of(
                        ProblemCode.RELOAD_NOT_LIVE,
                        "the account of " + id + " is not live yet",
                        "it is recorded, the broker has not taken the list in time",
                        "look at the findings of the accounts, then revoke it and issue it again")
                .asException();
    }
}
