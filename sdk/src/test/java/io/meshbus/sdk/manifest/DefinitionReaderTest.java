package io.meshbus.sdk.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.id.Verb;
import io.meshbus.sdk.manifest.Definition.Assignment;
import io.meshbus.sdk.manifest.Definition.Retention;
import io.meshbus.sdk.manifest.Manifest.Delivery;
import io.meshbus.sdk.manifest.Manifest.Emit;
import io.meshbus.sdk.manifest.Manifest.Resource;
import io.meshbus.sdk.manifest.Manifest.Rollout;
import io.meshbus.sdk.manifest.Manifest.Run;
import io.meshbus.sdk.manifest.Manifest.Tool;
import io.meshbus.sdk.manifest.Manifest.Verticle;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DefinitionReaderTest {
    private static final ModuleId ORDERS = new ModuleId("orders");

    private final Definition shop = DefinitionReader.read(Sources.shop());

    @Test
    void readsTheMeshFile() {
        assertThat(shop.mesh()).isEqualTo("demo");
        assertThat(shop.nodes())
                .containsExactly(
                        Map.entry(new NodeId("hub"), Map.of("zone", "a")),
                        Map.entry(new NodeId("n1"), Map.of("zone", "b", "disk", "ssd")),
                        Map.entry(new NodeId("n2"), Map.of("zone", "b")));
        assertThat(shop.assignments())
                .containsExactly(
                        new Assignment(new ModuleId("clock"), new NodeId("hub")),
                        new Assignment(ORDERS, new NodeId("n1")),
                        new Assignment(ORDERS, new NodeId("n2")),
                        new Assignment(new ModuleId("pricing"), new NodeId("n2")));
        assertThat(shop.settings().answers()).isEqualTo("derived");
        assertThat(shop.settings().retention())
                .containsExactly(Map.entry("events", new Retention(Duration.ofDays(2), 256L << 20, null)));
        assertThat(shop.settings().fabric()).isEqualTo(Definition.Fabric.NONE);
    }

    @Test
    void readsAManifestWhole() {
        JsonObject object = new JsonObject().put("type", "object");
        JsonObject input =
                object.copy().put("properties", new JsonObject().put("item", new JsonObject().put("type", "string")));
        assertThat(shop.modules().get(ORDERS))
                .isEqualTo(new Manifest(
                        ORDERS,
                        "1.4.0",
                        Map.of(new EventName("placed"), new Emit("An order was placed", object)),
                        List.of(EventRef.parse("clock.tick"), EventRef.parse("seat:pricing-desk.priced")),
                        Map.of(
                                new ToolName("place"),
                                new Tool("Place an order", input, null, Duration.ofSeconds(7), false, false, true)),
                        List.of(ToolRef.parse("pricing.quote"), ToolRef.parse("seat:mesh-catalog.catalog_tools")),
                        List.of("node.*", "module.pricing"),
                        List.of(),
                        List.of(SeatVerb.parse("pricing-desk.price")),
                        List.of(),
                        List.of("postgres"),
                        List.of(new ModuleId("pricing")),
                        new Run(new Verticle("com.example.Orders", "orders.jar", 2), null, null),
                        List.of(
                                new Resource("conf/app.yaml", "files/app.yaml", null),
                                new Resource(null, null, "data")),
                        new JsonObject()
                                .put("currency", "EUR")
                                .put("limit", 5L)
                                .put("rate", 0.5)
                                .put("on", "yes")
                                .put(
                                        "deep",
                                        new JsonObject()
                                                .put(
                                                        "list",
                                                        new JsonArray()
                                                                .add(1L)
                                                                .add("a")
                                                                .addNull())),
                        List.of("api-key"),
                        new Rollout(2, Duration.ofMinutes(1), "continue"),
                        new Delivery(3, List.of(Duration.ofMillis(200), Duration.ofHours(1)), Duration.ofSeconds(10))));
    }

    @Test
    void aVersionStaysAsWritten() {
        assertThat(shop.modules().get(new ModuleId("clock")).version()).isEqualTo("1.10");
    }

    @Test
    void readsSeatsBesideTheFoundations() {
        assertThat(shop.seats().keySet())
                .extracting(SeatId::value)
                .containsExactly("mesh-broker", "mesh-controller", "mesh-catalog", "mesh-builder", "pricing-desk");
        assertThat(shop.seats().get(new SeatId("pricing-desk")))
                .isEqualTo(new Seat(
                        new SeatId("pricing-desk"),
                        "Prices things by hand",
                        true,
                        Map.of(
                                new Verb("price"),
                                new Seat.Work(
                                        "Find a price",
                                        new JsonObject()
                                                .put("type", "object")
                                                .put("required", new JsonArray().add("item")))),
                        Map.of(new EventName("priced"), new Emit("", null)),
                        Map.of(
                                new ToolName("backlog"),
                                new Tool("How much waits", null, null, Duration.ofSeconds(5), true, false, false))));
    }

    @Test
    void knowsWhereThingsWereDeclared() {
        assertThat(shop.whereOf("nodes.n1")).isEqualTo("mesh.yaml:4");
        assertThat(shop.whereOf("assignments.clock[0]")).isEqualTo("mesh.yaml:7");
        assertThat(shop.whereOf("modules.orders.emits.placed")).isEqualTo("modules/orders/module.yaml:4");
        assertThat(shop.whereOf("modules.orders.consumes[1]")).isEqualTo("modules/orders/module.yaml:7");
        assertThat(shop.whereOf("modules.orders.serves.place")).isEqualTo("modules/orders/module.yaml:9");
        assertThat(shop.whereOf("modules.orders.uses[0]")).isEqualTo("modules/orders/module.yaml:11");
        assertThat(shop.whereOf("modules.orders.seats.submits[0]")).isEqualTo("modules/orders/module.yaml:15");
        assertThat(shop.whereOf("modules.pricing.seats.holds[0]")).isEqualTo("modules/pricing/module.yaml:5");
        assertThat(shop.whereOf("seats.pricing-desk.serves.backlog")).isEqualTo("seats/pricing-desk.yaml:9");
        assertThat(shop.whereOf("modules.orders.config.currency")).isEmpty();
    }

    @Test
    void readsTheSameAfterTheWire() {
        DefinitionSource source = Sources.shop();
        DefinitionSource travelled = WireCodec.decode(WireCodec.encode(source), DefinitionSource.class);
        assertThat(travelled).isEqualTo(source);
        assertThat(DefinitionReader.read(travelled)).isEqualTo(shop);
    }

    @Test
    void readsAManifestAlone() {
        DefinitionSource source = Sources.without(Sources.shop(), "mesh.yaml");
        assertThat(ManifestReader.read(source, "modules/orders/module.yaml"))
                .isEqualTo(shop.modules().get(ORDERS));
    }

    @Test
    void startsWhoIsNeededFirst() {
        assertThat(NeedsOrder.of(shop, new NodeId("n2")))
                .extracting(Manifest::module)
                .extracting(ModuleId::value)
                .containsExactly("pricing", "orders");
        assertThat(NeedsOrder.of(shop, new NodeId("n1")))
                .extracting(Manifest::module)
                .containsExactly(ORDERS);
    }
}
