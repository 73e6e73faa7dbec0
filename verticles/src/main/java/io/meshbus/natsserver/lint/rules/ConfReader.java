package io.meshbus.natsserver.lint.rules;

import io.meshbus.natsserver.lint.rules.Conf.Entry;
import io.meshbus.natsserver.lint.rules.Conf.Fields;
import io.meshbus.natsserver.lint.rules.Conf.Items;
import io.meshbus.natsserver.lint.rules.Conf.Text;
import io.meshbus.natsserver.lint.rules.Finding.Weight;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the format as the server does, and goes on where the server gives up: what cannot be read becomes a finding. Knows
 * bare and quoted keys and values, both comments, maps and lists with and without separators, block strings, variables of
 * enclosing maps, and includes, whose paths the server always joins to the including file's folder.
 */
public final class ConfReader {
    private static final int DEPTH_MAX = 64;
    private static final int INCLUDES_MAX = 64;
    private static final int SYNTAX_FINDINGS_MAX = 20;

    private final Files files;
    private final List<Finding> findings = new ArrayList<>();
    private final Deque<Map<String, Conf>> scopes = new ArrayDeque<>();
    private int includes;
    private int depth;
    private int syntaxFindings;

    private ConfReader(Files files) {
        this.files = files;
    }

    /** How included files are read. */
    public interface Files {
        /**
         * @param folderOf the including file, as named
         * @param path as it stands in the configuration
         * @return how the found file is named, or empty when there is none that can be read
         */
        Optional<Source> include(String folderOf, String path);

        /** From the environment, which the server asks last. */
        Optional<String> variable(String name);
    }

    /** A file: how it is named in findings, and its text. */
    public record Source(String name, String text) {}

    /** A whole configuration, and what could not be read of it. */
    public record Result(Fields root, List<Finding> findings) {}

    /** Never throws, however damaged the text is. */
    public static Result read(Source source, Files files) {
        ConfReader reader = new ConfReader(files);
        reader.scopes.push(new HashMap<>());
        Lexer lexer = new Lexer(source.name(), source.text());
        Place begin = lexer.place();
        List<Entry> entries = new ArrayList<>();
        lexer.skip();
        if (lexer.peek() == '{') {
            lexer.next();
            reader.fields(lexer, entries, true);
        }
        reader.fields(lexer, entries, false);
        return new Result(new Fields(entries, begin), List.copyOf(reader.findings));
    }

    /** @param braced ends at a closing brace; otherwise at the end of the file */
    private void fields(Lexer lexer, List<Entry> entries, boolean braced) {
        Place began = lexer.place();
        while (true) {
            lexer.skip();
            if (lexer.atEnd()) {
                if (braced) {
                    syntax(began, "a map that begins here never ends", "close it with }");
                }
                return;
            }
            char c = lexer.peek();
            if (c == '}' && braced) {
                lexer.next();
                return;
            }
            if (c == '}' || c == ']' || c == '[' || c == '{' || c == '=' || c == ':') {
                syntax(lexer.place(), "'" + c + "' stands where a key should", "see what the line before opens");
                lexer.next();
            } else {
                entry(lexer, entries);
            }
        }
    }

    private void entry(Lexer lexer, List<Entry> entries) {
        Place place = lexer.place();
        boolean quoted = lexer.isQuote();
        String key = quoted ? lexer.quoted() : lexer.bareKey();
        if (key == null || key.isEmpty()) {
            syntax(place, "a quote is not closed on its line", "close it");
            return;
        }
        if (!quoted && key.equalsIgnoreCase("include")) {
            lexer.skipBlanks();
            include(lexer, entries, place);
            return;
        }
        lexer.skipKeySeparator();
        Conf value = value(lexer, "a value of " + shown(key));
        if (value != null) {
            Map<String, Conf> scope = scopes.peek();
            if (scope != null) {
                scope.put(key, value);
            }
            entries.add(new Entry(key, value, place));
            separated(lexer);
        }
    }

    private void separated(Lexer lexer) {
        if (!lexer.isSeparated()) {
            syntax(lexer.place(), "a value is followed by another on its line", "put a comma or a line's end between");
        }
    }

    private @Nullable Conf value(Lexer lexer, String what) {
        Place place = lexer.place();
        return switch (lexer.peek()) {
            case '{' -> nested(lexer, place, true);
            case '[' -> nested(lexer, place, false);
            case '"', '\'' -> quoted(lexer, place);
            case '(' -> new Text(lexer.block(), true, place);
            default -> bare(lexer, place, what);
        };
    }

    private @Nullable Conf quoted(Lexer lexer, Place place) {
        String text = lexer.quoted();
        if (text == null) {
            syntax(place, "a quote is not closed on its line", "close it");
            return null;
        }
        return new Text(text, true, place);
    }

    /** A hash of the form {@code $2a$} is the one word with a dollar in front that the server takes as it is. */
    private @Nullable Conf bare(Lexer lexer, Place place, String what) {
        String bare = lexer.bareValue();
        if (bare.isEmpty()) {
            syntax(place, what + " is missing", "write it behind the key");
            return null;
        }
        return bare.startsWith("$") && !bare.startsWith("$2a$")
                ? variable(bare.substring(1), place)
                : new Text(bare, false, place);
    }

    private @Nullable Conf nested(Lexer lexer, Place place, boolean map) {
        if (depth >= DEPTH_MAX) {
            syntax(place, "more than " + DEPTH_MAX + " levels", "nest less");
            lexer.next();
            return null;
        }
        depth++;
        lexer.next();
        Conf made = map ? map(lexer, place) : list(lexer, place);
        depth--;
        return made;
    }

    private Fields map(Lexer lexer, Place place) {
        List<Entry> entries = new ArrayList<>();
        scopes.push(new HashMap<>());
        fields(lexer, entries, true);
        scopes.pop();
        return new Fields(entries, place);
    }

    private Items list(Lexer lexer, Place place) {
        List<Conf> items = new ArrayList<>();
        while (true) {
            lexer.skip();
            if (lexer.atEnd()) {
                syntax(place, "a list that begins here never ends", "close it with ]");
                return new Items(items, place);
            }
            char c = lexer.peek();
            if (c == ']') {
                lexer.next();
                return new Items(items, place);
            }
            if (c == '}') {
                syntax(lexer.place(), "'}' stands in a list", "close the list with ] first");
                return new Items(items, place);
            }
            Conf item = value(lexer, "an item of a list");
            if (item != null) {
                items.add(item);
                separated(lexer);
            }
        }
    }

    private @Nullable Conf variable(String name, Place place) {
        for (Map<String, Conf> scope : scopes) {
            Conf found = scope.get(name);
            if (found != null) {
                return found;
            }
        }
        Optional<String> outside = files.variable(name);
        if (outside.isPresent()) {
            return new Text(outside.get(), false, place);
        }
        boolean hash = name.matches("2[aby]\\$.*");
        findings.add(new Finding(
                Kind.UNKNOWN_VARIABLE,
                Weight.HIGH,
                place,
                hash ? "a password hash without quotes is read as a variable" : "the variable $" + name + " is nowhere",
                "the server refuses the whole file",
                hash ? "put the hash in double quotes" : "define it in this map or an outer one, above this line"));
        return null;
    }

    private void include(Lexer lexer, List<Entry> entries, Place place) {
        String path = lexer.isQuote() ? lexer.quoted() : lexer.bareValue();
        if (path == null || path.isEmpty()) {
            syntax(place, "include without a path", "write the file's path behind it");
            return;
        }
        if (path.startsWith("/")) {
            findings.add(new Finding(
                    Kind.INCLUDE_ABSOLUTE,
                    Weight.HIGH,
                    place,
                    "the included path " + path + " is absolute",
                    "the server joins it to the folder of this file and looks there",
                    "write it relative to this file's folder; ../ is allowed"));
        }
        if (++includes > INCLUDES_MAX) {
            syntax(place, "more than " + INCLUDES_MAX + " includes, or a file that includes itself", "include less");
            return;
        }
        Optional<Source> source = files.include(place.file(), path);
        if (source.isEmpty()) {
            findings.add(new Finding(
                    Kind.INCLUDE_MISSING,
                    Weight.HIGH,
                    place,
                    "the included file " + path + " cannot be read",
                    "the server does not start, and a reload keeps the old configuration",
                    "put the file there, or correct the path"));
            return;
        }
        Lexer inner = new Lexer(source.get().name(), source.get().text());
        fields(inner, entries, false);
    }

    private void syntax(Place place, String what, String mend) {
        if (syntaxFindings < SYNTAX_FINDINGS_MAX) {
            syntaxFindings++;
            findings.add(new Finding(Kind.SYNTAX, Weight.HIGH, place, what, "the server refuses the whole file", mend));
        }
    }

    private static String shown(String key) {
        return key.length() <= 40 ? key : key.substring(0, 40) + "…";
    }
}
