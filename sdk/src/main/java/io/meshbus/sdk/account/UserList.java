package io.meshbus.sdk.account;

import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.subject.Digest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The composed user list as the broker includes it (spec 2.5, 3.4): one variable per account, one principal per line in
 * order of name, everything quoted, hashes only. The same principals give the same bytes.
 */
public final class UserList {
    /** How each list's name begins in the file; the broker's own configuration says {@code users: $MESH_USERS}. */
    private static final String SUFFIX = "_USERS";

    private static final String REVISION = "# revision ";
    private static final String SHA256 = "# sha256 ";

    private final long revision;
    private final List<String> lines;
    private final List<Optional<PrincipalId>> owners;

    private UserList(long revision, List<String> lines, List<Optional<PrincipalId>> owners) {
        this.revision = revision;
        this.lines = lines;
        this.owners = owners;
    }

    /**
     * A principal and what proves it.
     *
     * @param passwordHash bcrypt; never a password
     */
    public record Entry(Principal principal, String passwordHash) {
        public Entry {
            if (!passwordHash.startsWith("$2a$")) {
                throw new IllegalArgumentException(
                        "the user list holds bcrypt hashes only: " + principal.id() + " has something else");
            }
        }
    }

    /** @throws IllegalArgumentException for two entries of one name, or text that cannot be quoted */
    public static UserList of(long revision, Collection<Entry> entries) {
        List<Entry> sorted = entries.stream()
                .sorted(Comparator.comparing(entry -> entry.principal().id()))
                .toList();
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i)
                    .principal()
                    .id()
                    .equals(sorted.get(i - 1).principal().id())) {
                throw new IllegalArgumentException("two principals of one name: "
                        + sorted.get(i).principal().id());
            }
        }
        List<String> lines = new ArrayList<>();
        List<Optional<PrincipalId>> owners = new ArrayList<>();
        for (Account account : Account.values()) {
            lines.add(account + SUFFIX + ": [");
            owners.add(Optional.empty());
            for (Entry entry : sorted) {
                if (entry.principal().account() == account) {
                    lines.add(line(entry));
                    owners.add(Optional.of(entry.principal().id()));
                }
            }
            lines.add("]");
            owners.add(Optional.empty());
        }
        return new UserList(revision, lines, owners);
    }

    /** What the lists say, without the header: equal bodies are the same rights. */
    public String body() {
        return String.join("\n", lines) + "\n";
    }

    /** The whole file: revision and SHA-256 of the body, then the body. */
    public String text() {
        String body = body();
        return REVISION + revision + "\n" + SHA256 + Digest.sha256(body) + "\n" + body;
    }

    /** Whose line this is, counted from 1 in {@link #text}. */
    public Optional<PrincipalId> principalAt(int line) {
        int index = line - 3;
        return index < 0 || index >= owners.size() ? Optional.empty() : owners.get(index);
    }

    /** The body of a file's text; empty when it is not a whole file that this class wrote. */
    public static Optional<String> bodyOf(String text) {
        int first = text.indexOf('\n');
        int second = text.indexOf('\n', first + 1);
        if (first < 0 || second < 0 || !text.startsWith(REVISION) || !text.startsWith(SHA256, first + 1)) {
            return Optional.empty();
        }
        String body = text.substring(second + 1);
        String digest = text.substring(first + 1 + SHA256.length(), second);
        return digest.equals(Digest.sha256(body)) ? Optional.of(body) : Optional.empty();
    }

    private static String line(Entry entry) {
        Principal principal = entry.principal();
        return "  {user: " + quoted(principal.id().value()) + ", password: " + quoted(entry.passwordHash())
                + ", permissions: {publish: {allow: " + list(principal.publish()) + "}, subscribe: {allow: "
                + list(principal.subscribe()) + "}" + (principal.allowResponses() ? ", allow_responses: true" : "")
                + "}}";
    }

    private static String list(List<Grant> grants) {
        StringBuilder out = new StringBuilder("[");
        for (Grant grant : grants) {
            out.append(out.length() == 1 ? "" : ", ").append(quoted(grant.subject()));
        }
        return out.append(']').toString();
    }

    /** Names and subjects are validated records; this is the last door before the server's parser. */
    private static String quoted(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> c >= 0x20 && c < 0x7f && c != '"' && c != '\\')) {
            throw new IllegalArgumentException(
                    "text that the user list cannot hold: " + text.replaceAll("[^ -~]", "?"));
        }
        return '"' + text + '"';
    }
}
