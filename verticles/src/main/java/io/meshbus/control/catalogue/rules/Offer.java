package io.meshbus.control.catalogue.rules;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Foundation;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.ToolRef;
import java.util.ArrayList;
import java.util.List;

/**
 * One tool as the mesh offers it.
 *
 * @param ref how it is called
 * @param tool its description, schemas and hints
 * @param modules which serve it; the controller serves the catalogue itself and is none
 * @param nodes where they run
 */
public record Offer(ToolRef ref, Manifest.Tool tool, List<ModuleId> modules, List<NodeId> nodes) {
    /** Every tool of every module that runs somewhere, and of every seat that somebody holds, sorted by name. */
    public static List<Offer> all(Definition definition) {
        List<Offer> offers = new ArrayList<>();
        definition.modules().forEach((module, manifest) -> {
            List<NodeId> nodes = definition.nodesOf(module);
            manifest.serves()
                    .forEach((tool, declared) -> offers.add(
                            new Offer(new ToolRef.OfModule(module, tool), declared, List.of(module), nodes)));
        });
        definition.seats().forEach((seat, protocol) -> {
            List<ModuleId> holders = definition.holdersOf(seat).stream()
                    .map(Manifest::module)
                    .sorted()
                    .toList();
            if (!holders.isEmpty() || Foundation.isControllers(seat)) {
                List<NodeId> nodes = holders.stream()
                        .flatMap(module -> definition.nodesOf(module).stream())
                        .distinct()
                        .sorted()
                        .toList();
                protocol.serves()
                        .forEach((tool, declared) ->
                                offers.add(new Offer(new ToolRef.OfSeat(seat, tool), declared, holders, nodes)));
            }
        });
        offers.sort((a, b) -> a.ref().toString().compareTo(b.ref().toString()));
        return offers;
    }
}
