package io.meshbus.sdk.account;

import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.account.Rights.Right;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A small mesh that changes at random, one thing at a time, and what is desired of it after each change. */
final class ChangingMesh {
    private static final int NODES = 4;
    private static final int MODULES = 6;
    private static final int OLDER_MAX = 2;

    private final Random random;
    private final Map<String, Mod> modules = new TreeMap<>();
    private final Set<String> enrolled = new TreeSet<>();
    private final Set<String> tokens = new TreeSet<>();
    private final Map<PersonId, Rights> persons = new HashMap<>();
    private final List<Living> older = new ArrayList<>();
    private boolean seat;
    private boolean seatServes;
    private String answers = "derived";
    private Definition newest;

    private static final class Mod {
        int events = 1;
        int seconds;
        int blankLines;
        boolean holds;
        boolean submits;
        final Set<String> uses = new TreeSet<>();
        final Set<String> consumes = new TreeSet<>();
        final Set<String> nodes = new TreeSet<>();
    }

    ChangingMesh(Random random) {
        this.random = random;
        newest = DefinitionReader.read(source());
    }

    private String node() {
        return "n" + random.nextInt(NODES);
    }

    private String module() {
        return "m" + random.nextInt(MODULES);
    }

    /** Changes one thing; most often something that counts. */
    void change() {
        switch (random.nextInt(10)) {
            case 0 -> toggle(enrolled, node());
            case 1 -> toggle(tokens, "t" + random.nextInt(3));
            case 2 -> person();
            case 3 -> olderComesOrGoes();
            case 4 -> answers = answers.equals("derived") ? "allow_responses" : "derived";
            case 5 -> seatChanges();
            default -> moduleChanges();
        }
    }

    DesiredMesh desired() {
        newest = DefinitionReader.read(source());
        List<Living> living = new ArrayList<>(older);
        living.add(new Living(newest, newest.nodes().keySet()));
        return new DesiredMesh(
                living,
                enrolled.stream().map(NodeId::new).collect(Collectors.toSet()),
                tokens.stream().map(TokenId::new).collect(Collectors.toSet()),
                persons,
                Answers.DERIVED);
    }

    private void person() {
        PersonId person = new PersonId("p" + random.nextInt(3));
        if (persons.remove(person) == null) {
            persons.put(
                    person,
                    random.nextInt(3) == 0
                            ? Rights.ADMIN
                            : new Rights(
                                    false,
                                    List.of(module() + ".ask", module() + ".*"),
                                    Set.of(Right.values()[random.nextInt(Right.values().length)])));
        }
    }

    private void olderComesOrGoes() {
        if (older.size() >= OLDER_MAX) {
            older.remove(0);
        } else {
            Set<NodeId> nodes = new HashSet<>(newest.nodes().keySet());
            nodes.removeIf(node -> random.nextBoolean());
            older.add(new Living(newest, nodes));
        }
    }

    private void seatChanges() {
        if (random.nextBoolean()) {
            seat = !seat;
        } else {
            seatServes = !seatServes;
        }
    }

    private void moduleChanges() {
        String name = module();
        Mod mod = modules.computeIfAbsent(name, m -> new Mod());
        toggle(mod.nodes, node());
        switch (random.nextInt(9)) {
            case 0 -> modules.remove(name);
            case 1 -> mod.events = 1 + random.nextInt(3);
            case 2 -> mod.seconds = random.nextInt(3);
            case 3 -> mod.blankLines = random.nextInt(3);
            case 4 -> mod.holds = !mod.holds;
            case 5 -> mod.submits = !mod.submits;
            case 6 -> toggle(mod.uses, module());
            case 7 -> toggle(mod.consumes, module());
            default -> toggle(mod.nodes, node());
        }
    }

    private static void toggle(Set<String> set, String element) {
        if (!set.remove(element)) {
            set.add(element);
        }
    }

    private DefinitionSource source() {
        StringBuilder mesh = new StringBuilder("mesh: changing\nanswers: " + answers + "\nnodes:\n");
        for (int n = 0; n < NODES; n++) {
            mesh.append("  n").append(n).append(": {}\n");
        }
        Map<String, String> files = new HashMap<>();
        Map<String, ArtefactRef> artefacts = new HashMap<>();
        mesh.append(modules.values().stream().allMatch(mod -> mod.nodes.isEmpty()) ? "" : "assignments:\n");
        modules.forEach((name, mod) -> {
            if (!mod.nodes.isEmpty()) {
                mesh.append("  ").append(name).append(": ").append(mod.nodes).append('\n');
                files.put("modules/" + name + "/module.yaml", manifest(name, mod));
                artefacts.put("modules/" + name + "/m.jar", new ArtefactRef("0".repeat(64), 1));
            }
        });
        files.put("mesh.yaml", mesh.toString());
        if (seat) {
            files.put(
                    "seats/desk.yaml",
                    "seat: desk\nholders: many\naccepts: { work: {} }\nemits: { worked: {} }\n"
                            + (seatServes ? "serves: { backlog: {} }\n" : ""));
        }
        return new DefinitionSource(files, artefacts);
    }

    private String manifest(String name, Mod mod) {
        StringBuilder text = new StringBuilder("\n".repeat(mod.blankLines) + "module: " + name + "\nversion: 1.0.0\n");
        text.append("emits: {");
        for (int e = 0; e < mod.events; e++) {
            text.append(e == 0 ? " " : ", ").append('e').append(e).append(": {}");
        }
        text.append(" }\n");
        if (mod.seconds > 0) {
            text.append("serves: { ask: { timeout: ").append(mod.seconds).append("s } }\n");
        }
        List<String> uses = mod.uses.stream()
                .filter(used -> modules.containsKey(used)
                        && modules.get(used).seconds > 0
                        && !modules.get(used).nodes.isEmpty())
                .map(used -> used + ".ask")
                .collect(Collectors.toList());
        if (seat && seatServes && modules.values().stream().anyMatch(other -> other.holds && !other.nodes.isEmpty())) {
            uses.add("seat:desk.backlog");
        }
        text.append("uses: ").append(uses).append('\n');
        text.append("consumes: ")
                .append(mod.consumes.stream()
                        .filter(heard -> modules.containsKey(heard)
                                && !modules.get(heard).nodes.isEmpty())
                        .map(heard -> heard + ".e0")
                        .toList())
                .append('\n');
        text.append("seats: { holds: ")
                .append(seat && mod.holds ? "[ desk ]" : "[]")
                .append(", submits: ")
                .append(seat && mod.submits ? "[ desk.work ]" : "[]")
                .append(" }\n");
        return text.append("run: { verticle: x.Y, artefact: m.jar }\n").toString();
    }
}
