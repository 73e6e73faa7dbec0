package io.meshbus.control.catalogue;

import io.meshbus.control.ControllerConfig;
import io.meshbus.control.catalogue.rules.Caller;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Desired;
import io.meshbus.sdk.account.Composer;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Foundation;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.subject.Subjects;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Serves the catalogue's tools (spec 3.9). What it reads is kept for as long as the revision stays. */
public final class CatalogueVerticle extends VerticleBase {
    private static final int AT_ONCE_MAX = 64;
    /** The rest by offset. */
    private static final int PAGE_MAX = Foundation.CATALOG_PAGE_MAX;
    /** Bytes of one answer's entries: with what wraps them they travel in one message. */
    private static final int PAGE_BYTES_MAX = 768 << 10;

    private final ControllerConfig config;
    private final Bus mesh;
    private final Store store;
    private @Nullable Seen seen;

    public CatalogueVerticle(ControllerConfig config, Bus mesh, Store store) {
        this.config = config;
        this.mesh = mesh;
        this.store = store;
    }

    /** @param definition of the newest push, or null before the first */
    private record Seen(long revision, @Nullable Definition definition, Composition composition) {}

    @Override
    public Future<?> start() {
        return Future.all(List.of(
                serve("catalog_tools", "tools", this::tools),
                serve("catalog_modules", "modules", (now, message) -> Catalogue.modules(now)),
                serve("catalog_events", "events", (now, message) -> Catalogue.events(now)),
                serve("catalog_seats", "seats", this::seats)));
    }

    @FunctionalInterface
    private interface Listing {
        List<JsonObject> of(Definition definition, Message message);
    }

    private Future<Subscription> serve(String tool, String member, Listing listing) {
        Function<Message, Future<Message>> handler = message -> answer(message, member, listing);
        return mesh.serve(Subjects.seatTool(Foundation.CATALOG, new ToolName(tool)), tool, AT_ONCE_MAX, handler);
    }

    private List<JsonObject> tools(Definition definition, Message message) {
        return caller(message)
                .map(caller -> Catalogue.tools(definition, caller))
                .orElse(List.of());
    }

    private List<JsonObject> seats(Definition definition, Message message) {
        return caller(message)
                .map(caller -> Catalogue.seats(definition, caller))
                .orElse(List.of());
    }

    private Optional<Caller> caller(Message message) {
        Seen now = seen;
        String reply = message.reply();
        return now == null || reply == null ? Optional.empty() : Caller.of(now.composition(), reply);
    }

    private Future<Message> answer(Message message, String member, Listing listing) {
        JsonObject input = input(message);
        int offset = within(input, "offset", 0, 0, Integer.MAX_VALUE);
        int limit = within(input, "limit", PAGE_MAX, 1, PAGE_MAX);
        return current().map(now -> {
            Definition definition = now.definition();
            List<JsonObject> all = definition == null ? List.of() : listing.of(definition, message);
            int from = Math.min(offset, all.size());
            return Message.of(
                    "",
                    new JsonObject()
                            .put(member, page(all.subList(from, all.size()), limit))
                            .put("total", all.size())
                            .put("offset", from)
                            .put("revision", now.revision())
                            .put("mesh", definition == null ? null : definition.mesh())
                            .toBuffer());
        });
    }

    /** At least one, so that whoever goes on behind it gets to the end. */
    private static JsonArray page(List<JsonObject> rest, int limit) {
        JsonArray page = new JsonArray();
        int bytes = 0;
        for (JsonObject entry : rest) {
            bytes += entry.toBuffer().length();
            if (page.size() == limit || (!page.isEmpty() && bytes > PAGE_BYTES_MAX)) {
                break;
            }
            page.add(entry);
        }
        return page;
    }

    private Future<Seen> current() {
        Seen kept = seen;
        return store.revision()
                .compose(revision -> kept != null && kept.revision() == revision
                        ? Future.succeededFuture(kept)
                        : store.desired(config.answers())
                                .compose(desired -> vertx.executeBlocking(() -> look(desired), false))
                                .onSuccess(now -> seen = now));
    }

    private static Seen look(Desired desired) {
        List<Living> definitions = desired.mesh().definitions();
        return new Seen(
                desired.revision(),
                definitions.isEmpty()
                        ? null
                        : definitions.get(definitions.size() - 1).definition(),
                Composer.compose(desired.mesh()));
    }

    private static JsonObject input(Message message) {
        try {
            return message.body().length() == 0 ? new JsonObject() : new JsonObject(message.body());
        } catch (DecodeException | ClassCastException e) {
            throw invalid("", "the input is not a JSON object");
        }
    }

    private static int within(JsonObject input, String member, int otherwise, int min, int max) {
        Object value = input.getValue(member);
        if (value == null) {
            return otherwise;
        }
        if (value instanceof Number number && number.longValue() >= min && number.longValue() <= max) {
            return number.intValue();
        }
        throw invalid("/" + member, "it is not a whole number from " + min + " to " + max);
    }

    private static RuntimeException invalid(String where, String why) {
        return Problem.of(
                        ProblemCode.INVALID, "the catalogue cannot be read so", why, "give offset and limit as numbers")
                .at(where)
                .asException();
    }
}
