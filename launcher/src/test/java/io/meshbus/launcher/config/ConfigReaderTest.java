package io.meshbus.launcher.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshbus.launcher.config.ConfigReader.Overrides;
import io.meshbus.launcher.config.ConfigReader.Shown;
import io.meshbus.launcher.config.Role.Part;
import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(VertxExtension.class)
class ConfigReaderTest {
    private static final Overrides NONE = new Overrides(List.of(), Optional.empty());

    private final JsonObject file = new JsonObject()
            .put("roles", new JsonArray().add("host"))
            .put("dir", "/srv/mesh")
            .put("host", new JsonObject().put("node", "n1"));
    private final JsonObject environment = new JsonObject();
    private final JsonObject properties = new JsonObject();

    private RoleConfig read(Overrides overrides) {
        return ConfigReader.build(
                ConfigReader.layers(new ConfigSources(file, environment, properties), "host.yaml", overrides));
    }

    private List<Problem> faults() {
        return catchThrowableOfType(ProblemException.class, () -> read(NONE)).problems();
    }

    @Test
    void aPropertyWinsOverTheEnvironmentAndThatOverTheFile() {
        file.put("http", new JsonObject().put("port", 1000)).put("shutdown", new JsonObject().put("deadline", "1s"));
        environment.put("MESHBUS_HTTP_PORT", "2000").put("MESHBUS_CONTROLLER_SWEEP", "7s");
        properties.put("meshbus.http.port", "3000");
        RoleConfig config = read(NONE);
        assertThat(config.http().port()).isEqualTo(3000);
        assertThat(config.controller().sweep()).isEqualTo(Duration.ofSeconds(7));
        assertThat(config.shutdown()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.controller().answers()).isEqualTo(Answers.DERIVED);
    }

    @Test
    void theCommandLineWinsOverAll() {
        environment.put("MESHBUS_DIR", "/elsewhere");
        RoleConfig config = read(new Overrides(List.of("controller"), Optional.of(Path.of("/here"))));
        assertThat(config.dir()).isEqualTo(Path.of("/here"));
        assertThat(config.parts()).contains(Part.INTAKE, Part.ASK).doesNotContain(Part.HOST, Part.BROKER);
    }

    @Test
    void aRoleIsABundleAndAVerticleCanBeNamedAlone() {
        file.put("roles", new JsonArray().add("broker").add("control.intake"));
        assertThat(read(NONE).parts()).containsExactlyInAnyOrder(Part.BROKER, Part.INTAKE);
    }

    @Test
    void unknownKeysAreNamedWithFileAndNearestKey() {
        file.put("http", new JsonObject().put("prot", 1)).put("hots", new JsonObject());
        environment.put("MESHBUS_HTTP_PROT", "1");
        properties.put("meshbus.log.levle", "INFO");
        List<Problem> faults = faults();
        assertThat(faults).hasSize(4).allMatch(fault -> fault.code() == ProblemCode.CONFIG_INVALID);
        assertThat(faults.get(0).where()).isEqualTo("host.yaml");
        assertThat(faults.get(0).what()).contains("http.prot");
        assertThat(faults.get(0).remedy()).contains("http.port");
        assertThat(faults.get(2).line()).contains("MESHBUS_HTTP_PROT").contains("MESHBUS_HTTP_PORT");
        assertThat(faults.get(3).remedy()).contains("log.level");
    }

    @Test
    void everyBadValueIsNamedAtOnce() {
        file.put("roles", new JsonArray().add("contoller"))
                .put("http", new JsonObject().put("port", 70_000))
                .put("log", new JsonObject().put("level", "LOUD"))
                .put("shutdown", new JsonObject().put("deadline", "soon"))
                .put("host", new JsonObject().put("node", "Not A Node"));
        assertThat(faults())
                .extracting(Problem::line)
                .hasSize(5)
                .anyMatch(line -> line.contains("contoller") && line.contains("\"controller\""))
                .anyMatch(line -> line.contains("70000"))
                .anyMatch(line -> line.contains("LOUD"))
                .anyMatch(line -> line.contains("soon") && line.contains("250ms"))
                .anyMatch(line -> line.contains("Not A Node"));
    }

    @Test
    void aHostNeedsItsNodeAndEveryProcessADirectory() {
        file.remove("host");
        file.remove("dir");
        assertThat(faults()).extracting(Problem::what).containsExactly("dir is missing", "host.node is missing");
    }

    @Test
    void theScriptsOwnVariablesAreNoConfig() {
        environment
                .put("MESHBUS_HOME", "/opt")
                .put("MESHBUS_NATS_SERVER", "/opt/nats-server")
                .put("PATH", "/bin");
        properties.put("meshbus.root", "/src").put("java.version", "17");
        assertThat(read(NONE).server()).contains(Path.of("/opt/nats-server"));
    }

    @Test
    void aTokenIsNeverShown(Vertx vertx, VertxTestContext context, @TempDir Path directory) throws IOException {
        Path config = Files.writeString(directory.resolve("host.yaml"), "host: { token: mbt_secret }\n");
        ConfigReader.show(vertx, Optional.of(config), NONE)
                .onComplete(context.succeeding(all -> context.verify(() -> {
                    assertThat(all).contains(new Shown("host.token", "***", config.toString()));
                    assertThat(all.toString()).doesNotContain("mbt_secret");
                    context.completeNow();
                })));
    }

    @Test
    void aMissingFileIsOneProblemWithItsPath(Vertx vertx, VertxTestContext context) {
        ConfigReader.read(vertx, Path.of("/nowhere/role.yaml"), NONE)
                .onComplete(context.failing(failure -> context.verify(() -> {
                    Problem problem = ((ProblemException) failure).problem();
                    assertThat(problem.code()).isEqualTo(ProblemCode.CONFIG_INVALID);
                    assertThat(problem.where()).isEqualTo("/nowhere/role.yaml");
                    context.completeNow();
                })));
    }

    @Test
    void theRolesThatAreShippedAreValid(Vertx vertx, VertxTestContext context) {
        Path roles = Path.of(System.getProperty("meshbus.root", "..")).resolve("configs/roles");
        Overrides here = new Overrides(List.of(), Optional.of(Path.of("/srv/mesh")));
        ConfigReader.read(vertx, roles.resolve("broker.yaml"), here)
                .compose(broker -> ConfigReader.read(vertx, roles.resolve("controller.yaml"), here)
                        .compose(controller -> ConfigReader.read(vertx, roles.resolve("host-n1.yaml"), here)
                                .onSuccess(host -> context.verify(() -> {
                                    assertThat(broker.processName()).isEqualTo("broker");
                                    assertThat(controller.processName()).isEqualTo("controller+host-hub");
                                    assertThat(host.host().node()).contains(new NodeId("n1"));
                                }))))
                .compose(all -> ConfigReader.read(vertx, roles.resolve("controller-second.yaml"), here))
                .onSuccess(second ->
                        context.verify(() -> assertThat(second.processName()).isEqualTo("second")))
                .onComplete(context.succeedingThenComplete());
    }

    @Test
    void aProcessHasANameOfItsOwnAndALeaseOfASecondOrMore() {
        assertThat(read(NONE).controller().lease()).isEqualTo(Duration.ofSeconds(5));
        for (String bad : List.of("up", "nats-server", "a b", "a/b")) {
            file.put("name", bad);
            assertThatThrownBy(() -> read(NONE)).hasMessageContaining("name");
        }
        file.put("name", "second").put("controller", new JsonObject().put("lease", "999ms"));
        assertThatThrownBy(() -> read(NONE)).hasMessageContaining("controller.lease");
        file.put("controller", new JsonObject().put("lease", "1s"));
        assertThat(read(NONE).processName()).isEqualTo("second");
    }

    @Test
    void aDatabaseServerIsNamedByItsAddressWithoutAPassword() {
        assertThat(read(NONE).store()).isEmpty();
        file.put(
                "store",
                new JsonObject().put("url", "postgresql://mesh@db:6000/bus").put("passwordFile", "/run/secrets/store"));
        RoleConfig.Store store = read(NONE).store().orElseThrow();
        assertThat(store.address()).hasToString("postgresql://mesh@db:6000/bus");
        assertThat(store.passwordFile()).contains(Path.of("/run/secrets/store"));

        file.put("store", new JsonObject().put("url", "postgresql://mesh:hunter2@db/bus"));
        assertThat(faults())
                .singleElement()
                .satisfies(fault ->
                        assertThat(fault.toString()).contains("password").doesNotContain("hunter2"));
    }
}
