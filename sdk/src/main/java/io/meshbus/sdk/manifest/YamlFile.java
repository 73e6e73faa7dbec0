package io.meshbus.sdk.manifest;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Reads one YAML text as nodes with line marks. Nothing is constructed; size and depth are bounded, and an alias is a
 * fault, so a text cannot grow by being read.
 */
final class YamlFile {
    /** Characters of one file. */
    static final int CHARS_MAX = 1 << 20;
    /** Nesting. */
    static final int DEPTH_MAX = 30;

    private static final Set<Tag> TAGS =
            Set.of(Tag.MAP, Tag.SEQ, Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.TIMESTAMP);

    private final String file;
    private final Faults faults;
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean usable = true;

    private YamlFile(String file, Faults faults) {
        this.file = file;
        this.faults = faults;
    }

    /** The root, or null when the text cannot be read; then a fault says why. */
    static @Nullable YamlValue read(String file, String text, Faults faults) {
        if (text.length() > CHARS_MAX) {
            faults.add(Place.of(file), "the file is too large", text.length() + " characters", "at most " + CHARS_MAX);
            return null;
        }
        Node root = compose(file, text, faults);
        if (root == null) {
            return null;
        }
        YamlFile checked = new YamlFile(file, faults);
        checked.check(root);
        return checked.usable ? new YamlValue(file, root) : null;
    }

    private static @Nullable Node compose(String file, String text, Faults faults) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(CHARS_MAX);
        options.setNestingDepthLimit(DEPTH_MAX);
        options.setMaxAliasesForCollections(1);
        try {
            Composer composer = new Composer(new ParserImpl(new StreamReader(text), options), new Resolver(), options);
            Node root = composer.getSingleNode();
            if (root == null) {
                faults.add(Place.of(file), "the file is empty", "", "see docs/MANIFEST for what belongs here");
            }
            return root;
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            notYaml(new Place(file, line), String.valueOf(e.getProblem()), faults);
        } catch (ReaderException e) {
            String why = String.format("character U+%04X may not stand in YAML", e.getCodePoint());
            notYaml(new Place(file, lineAt(text, e.getPosition())), why, faults);
        } catch (YAMLException e) {
            notYaml(Place.of(file), String.valueOf(e.getMessage()), faults);
        }
        return null;
    }

    private static void notYaml(Place place, String why, Faults faults) {
        faults.add(place, "this is not YAML", why, "correct the syntax; two spaces a level, no tabs");
    }

    private static int lineAt(String text, int position) {
        return 1 + (int) text.chars().limit(position).filter(c -> c == '\n').count();
    }

    private void check(Node node) {
        Place place = new Place(file, node.getStartMark().getLine() + 1);
        if (!seen.add(node)) {
            usable = false;
            faults.add(place, "an alias repeats this", "aliases are not read in definitions", "write the value out");
            return;
        }
        if (!TAGS.contains(node.getTag())) {
            usable = false;
            faults.add(place, "tag " + node.getTag().getValue(), "tags are not read in definitions", "remove the tag");
        }
        if (node instanceof MappingNode mapping) {
            check(mapping);
        } else if (node instanceof SequenceNode sequence) {
            sequence.getValue().forEach(this::check);
        }
    }

    private void check(MappingNode mapping) {
        Set<String> keys = new HashSet<>();
        for (NodeTuple tuple : mapping.getValue()) {
            Place place = new Place(file, tuple.getKeyNode().getStartMark().getLine() + 1);
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                usable = false;
                faults.add(place, "a key must be a plain word", "", "write key: value");
            } else if (!keys.add(key.getValue())) {
                faults.add(
                        place,
                        "key " + Faults.quoted(key.getValue()) + " stands here twice",
                        "",
                        "keep one of the two");
            }
            check(tuple.getKeyNode());
            check(tuple.getValueNode());
        }
    }
}
