package io.meshbus.control.account;

import io.meshbus.control.ControlAddress;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.CompositionDifference;
import io.meshbus.sdk.account.Explanation;
import io.meshbus.sdk.account.Grant;
import io.meshbus.sdk.account.Principal;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers who may do what, and why, from the list that is live (spec 3.4). On the verticle's context only. */
final class AccountAnswers {
    /** Of the principals in one answer; a message takes four times that, and one principal alone always fits. */
    private static final int PAGE_BYTES_MAX = 512 << 10;

    private volatile @Nullable Shown shown;
    private BooleanSupplier ownRotation = () -> false;

    private record Shown(
            long revision, Composition composition, Map<PrincipalId, String> quarantined, List<PrincipalId> retiring) {
        Composition inForce() {
            return composition.without(quarantined.keySet());
        }

        boolean inForce(Principal principal) {
            return !quarantined.containsKey(principal.id());
        }
    }

    void live(
            long revision, Composition composition, Map<PrincipalId, String> quarantined, List<PrincipalId> retiring) {
        shown = new Shown(revision, composition, quarantined, retiring);
    }

    /** @param rotating whether the controller's own credentials are being replaced */
    void register(EventBus bus, BooleanSupplier rotating) {
        ownRotation = rotating;
        bus.<JsonObject>localConsumer(ControlAddress.ACCOUNTS_SHOW, message -> answer(message, this::show));
        bus.<JsonObject>localConsumer(ControlAddress.ACCOUNTS_EXPLAIN, message -> answer(message, this::explain));
    }

    private static void answer(Message<JsonObject> message, Function<JsonObject, JsonObject> with) {
        try {
            message.reply(with.apply(message.body() == null ? new JsonObject() : message.body()));
        } catch (ProblemException | IllegalArgumentException | ClassCastException e) {
            fail(message, e);
        }
    }

    static void fail(Message<JsonObject> message, Throwable fault) {
        if (fault instanceof ProblemException e) {
            message.fail(e.code().number(), text(e.problem()));
        } else {
            boolean invalid = fault instanceof IllegalArgumentException || fault instanceof ClassCastException;
            message.fail(
                    (invalid ? ProblemCode.INVALID : ProblemCode.INTERNAL).number(),
                    String.valueOf(fault.getMessage()));
        }
    }

    /** The code travels beside it. */
    private static String text(Problem problem) {
        return problem.what()
                + (problem.why().isEmpty() ? "" : ": " + problem.why())
                + (problem.remedy().isEmpty() ? "" : "; " + problem.remedy());
    }

    /** One page; {@code next} is what to ask {@code after} for the following one, and missing in the last. */
    private JsonObject show(JsonObject request) {
        Shown now = now();
        JsonObject answer = new JsonObject().put("revision", now.revision());
        String only = request.getString("principal");
        if (only == null) {
            page(now, request.getString("after"), answer);
        } else {
            PrincipalId id = new PrincipalId(only);
            Explanation.known(now.composition(), id);
            answer.put("principals", json(now.composition().find(id).filter(now::inForce).stream()));
        }
        return answer.put("quarantined", quarantined(now)).put("retiring", retiring(now));
    }

    private JsonArray retiring(Shown now) {
        Set<PrincipalId> retiring = new TreeSet<>(now.retiring());
        if (ownRotation.getAsBoolean()) {
            retiring.add(PrincipalId.CONTROLLER);
        }
        return new JsonArray(retiring.stream().map(PrincipalId::value).toList());
    }

    /** @throws ProblemException {@code RELOAD_NOT_LIVE} before the first list is live */
    Composition inForce() {
        return now().inForce();
    }

    /** What is live, beside what the newest desired state composes to. */
    JsonObject difference(long revision, Composition newest) {
        Shown now = now();
        Composition live = now.inForce();
        return new JsonObject()
                .put("revision", revision)
                .put("liveRevision", now.revision())
                .put("principals", new JsonObject(WireCodec.encode(CompositionDifference.of(live, newest))))
                .put("quarantined", quarantined(now));
    }

    private static JsonArray quarantined(Shown now) {
        JsonArray quarantined = new JsonArray();
        now.quarantined().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> quarantined.add(new JsonObject()
                        .put("principal", entry.getKey().value())
                        .put("why", entry.getValue())));
        return quarantined;
    }

    private static void page(Shown now, @Nullable String after, JsonObject answer) {
        JsonArray principals = new JsonArray();
        answer.put("principals", principals);
        PrincipalId last = after == null ? null : new PrincipalId(after);
        long bytes = 0;
        for (Principal principal : last == null
                ? now.composition().principals()
                : now.composition().after(last)) {
            if (!now.inForce(principal)) {
                continue;
            }
            JsonObject shown = json(principal);
            bytes += shown.toBuffer().length();
            if (bytes > PAGE_BYTES_MAX && !principals.isEmpty()) {
                answer.put("next", Objects.requireNonNull(last).value());
                return;
            }
            principals.add(shown);
            last = principal.id();
        }
    }

    private JsonObject explain(JsonObject request) {
        Shown now = now();
        Explanation explanation = Explanation.of(
                now.inForce(),
                new PrincipalId(text(request, "principal")),
                Explanation.Direction.valueOf(text(request, "direction").toUpperCase(Locale.ROOT)),
                text(request, "subject"));
        Grant grant = explanation.grant();
        return new JsonObject()
                .put("principal", explanation.principal().value())
                .put("direction", explanation.direction().name().toLowerCase(Locale.ROOT))
                .put("subject", explanation.subject())
                .put("allowed", explanation.allowed())
                .put("grant", grant == null ? null : json(grant))
                .put("text", explanation.text());
    }

    private Shown now() {
        Shown now = shown;
        if (now == null) {
            throw Problem.of(
                            ProblemCode.RELOAD_NOT_LIVE,
                            "no user list is proved live yet",
                            "the controller has just started",
                            "ask again in a moment")
                    .asException();
        }
        return now;
    }

    private static String text(JsonObject request, String member) {
        String value = request.getString(member);
        if (value == null) {
            throw new IllegalArgumentException("a member " + member + " is missing");
        }
        return value;
    }

    private static JsonArray json(Stream<Principal> principals) {
        JsonArray out = new JsonArray();
        principals.forEach(principal -> out.add(json(principal)));
        return out;
    }

    private static JsonObject json(Principal principal) {
        return new JsonObject()
                .put("principal", principal.id().value())
                .put("account", principal.account().name())
                .put("publish", json(principal.publish()))
                .put("subscribe", json(principal.subscribe()));
    }

    private static JsonArray json(List<Grant> grants) {
        JsonArray out = new JsonArray();
        grants.forEach(grant -> out.add(json(grant)));
        return out;
    }

    private static JsonObject json(Grant grant) {
        return new JsonObject()
                .put("subject", grant.subject())
                .put("reason", grant.reason())
                .put("where", grant.where());
    }
}
