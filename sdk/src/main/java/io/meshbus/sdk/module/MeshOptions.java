package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How an application becomes a module of a mesh by itself.
 *
 * @param bus where the bus is and who connects: {@code <module>.<node>}
 * @param mesh the mesh's name
 * @param manifest what the application declares
 * @param seats protocols of the seats it holds or submits to, as far as known
 */
public record MeshOptions(BusOptions bus, String mesh, Manifest manifest, List<Seat> seats) {
    public MeshOptions {
        seats = List.copyOf(seats);
    }

    /**
     * With manifest and seats as a definition has them, for the module that {@code bus} connects as.
     *
     * @throws io.meshbus.sdk.problem.ProblemException {@code DEFINITION_INVALID} with every fault, {@code UNKNOWN_NAME}
     *     when it has no such module
     */
    public static MeshOptions of(BusOptions bus, DefinitionSource definition) {
        Definition mesh = DefinitionReader.read(definition);
        String principal = bus.principal().value();
        Manifest manifest = mesh.modules().values().stream()
                .filter(m -> principal.startsWith(m.module() + "."))
                .findFirst()
                .orElseThrow(() -> Problem.of(
                                ProblemCode.UNKNOWN_NAME,
                                "principal " + principal + " is no module of mesh " + mesh.mesh(),
                                "a module connects as <module>.<node>",
                                "use the credentials of a module of this definition")
                        .asException());
        return new MeshOptions(
                bus, mesh.mesh(), manifest, List.copyOf(mesh.seats().values()));
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code CONFIG_INVALID} when the principal is not the module's */
    private NodeId node() {
        String principal = bus.principal().value();
        String prefix = manifest.module() + ".";
        if (!principal.startsWith(prefix)) {
            throw Problem.of(
                            ProblemCode.CONFIG_INVALID,
                            "principal " + principal + " is not module " + manifest.module(),
                            "a module connects as <module>.<node>",
                            "use the credentials of " + prefix + "<node>")
                    .asException();
        }
        return new NodeId(principal.substring(prefix.length()));
    }

    ModuleContext context() {
        return new ModuleContext(mesh, node(), manifest, seats, manifest.config(), Map.of(), Path.of(""));
    }
}
