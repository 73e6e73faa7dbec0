package io.meshbus.bed.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** What each peer did with each case, as a table. */
final class Report {
    private final Map<String, Map<String, Map<String, String>>> faults = new LinkedHashMap<>();

    /** @param check gives an empty text, or what is wrong */
    void note(Peer peer, String capability, String way, String name, Callable<String> check) {
        String fault;
        try {
            fault = check.call();
        } catch (Exception broken) {
            fault = String.valueOf(broken);
        }
        faults.computeIfAbsent(peer.name(), p -> new LinkedHashMap<>())
                .computeIfAbsent(capability, c -> new LinkedHashMap<>())
                .put(name + " " + way, fault);
    }

    /** Every case that failed, with what was wrong. */
    List<String> faults() {
        return faults.entrySet().stream()
                .flatMap(peer -> peer.getValue().entrySet().stream()
                        .flatMap(capability -> capability.getValue().entrySet().stream()
                                .filter(one -> !one.getValue().isEmpty())
                                .map(one -> peer.getKey() + ": " + capability.getKey() + ": " + one.getKey() + ": "
                                        + one.getValue())))
                .toList();
    }

    /** How many checks a peer passed in a capability, of how many; empty when it does not claim it. */
    String count(String peer, String capability) {
        Map<String, String> checks = faults.getOrDefault(peer, Map.of()).getOrDefault(capability, Map.of());
        long passed = checks.values().stream().filter(String::isEmpty).count();
        return checks.isEmpty() ? "" : passed + "/" + checks.size();
    }

    String markdown() {
        StringBuilder text = new StringBuilder(
                "# Conformance\n\nChecks passed, of all: each case is produced and"
                        + " understood byte for byte.\nAn empty field is a capability that the peer does not claim.\n\n| peer |");
        Fixtures.CAPABILITIES.forEach(
                capability -> text.append(' ').append(capability).append(" |"));
        text.append("\n|---|").append("---|".repeat(Fixtures.CAPABILITIES.size()));
        for (String peer : new TreeSet<>(faults.keySet())) {
            text.append("\n| ").append(peer).append(" |");
            Fixtures.CAPABILITIES.forEach(capability ->
                    text.append(' ').append(count(peer, capability)).append(" |"));
        }
        text.append('\n');
        if (!faults().isEmpty()) {
            text.append("\n## Failed\n\n")
                    .append(faults().stream().map(fault -> "- " + fault + "\n").collect(Collectors.joining()));
        }
        return text.toString();
    }
}
