package io.meshbus.sdk.account;

import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.subject.Digest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The canonical text of {@code users.conf} (spec 2.5, 3.4): one variable per account, every string quoted (an unquoted
 * hash is read as a variable), both permission lists always written and never empty. Equal principals with equal
 * credentials give equal bytes below the header.
 *
 * <p>Fails closed: the variables always stand there, because nats-server refuses a configuration whose variable is
 * missing, and none is ever an empty list, because that can mean "no authentication" (facts 0.4). A FABRIC or a
 * CHECK without principals gets one user that cannot connect: its hash is all zeros, so nobody knows a password of it, nor
 * ever did.
 */
public final class UserListText {
    private static final int USER_CHARS = 1024;
    private static final int MISSING_SHOWN_MAX = 10;
    private static final int HEADER_LINES = 3;
    /** Marks the lines that are nobody's. */
    private static final PrincipalId END = new PrincipalId("nobody");

    private static final String REVISION = "# revision ";
    private static final String SHA256 = "# sha256 ";
    private static final String TITLE =
            "# Users of the mesh, composed from what its manifests declare. Written by the controller; edits are lost.\n";
    private static final Credential NOBODY_HASH = new Credential.PasswordHash("$2a$04$" + ".".repeat(53));
    private static final Map<Account, Principal> NOBODY = Map.of(
            Account.FABRIC, nobody(Account.FABRIC, "fabric.nobody", "no fabric is declared"),
            Account.CHECK, nobody(Account.CHECK, "check.nobody", "nothing is being checked"));

    private final long revision;
    private final String body;
    private final String sha256;
    private final NavigableMap<Integer, PrincipalId> owners;

    private UserListText(long revision, String body, NavigableMap<Integer, PrincipalId> owners) {
        this.revision = revision;
        this.body = body;
        this.sha256 = Digest.sha256(body);
        this.owners = owners;
    }

    private static Principal nobody(Account account, String id, String reason) {
        PrincipalId principal = new PrincipalId(id);
        List<Grant> inbox = List.of(new Grant(principal.inboxPrefix(), reason, Rules.SPEC));
        return new Principal(principal, account, inbox, inbox, null);
    }

    /** The variable that holds an account's users: the broker's configuration says {@code users: $MESH_USERS}. */
    public static String variable(Account account) {
        return account + "_USERS";
    }

    /**
     * @param revision of the desired state
     * @param credentials of every principal of the composition; others are not looked at
     * @throws io.meshbus.sdk.problem.ProblemException {@code COMPOSITION_REFUSED} naming principals without one, or a
     *     composition without the controller's principals
     */
    public static UserListText render(
            long revision, Composition composition, Map<PrincipalId, ? extends Credential> credentials) {
        return render(revision, composition, credentials, Map.of());
    }

    /** @param retiring further credentials that still open, while a newer one is being handed over */
    public static UserListText render(
            long revision,
            Composition composition,
            Map<PrincipalId, ? extends Credential> credentials,
            Map<PrincipalId, List<Credential>> retiring) {
        requireAll(composition, credentials);
        Writer out = new Writer(USER_CHARS * composition.principals().size());
        for (Account account : Account.values()) {
            out.open(account);
            composition.principals().stream()
                    .filter(principal -> principal.account() == account)
                    .forEach(user -> {
                        out.user(user, Objects.requireNonNull(credentials.get(user.id())));
                        retiring.getOrDefault(user.id(), List.of()).forEach(old -> out.user(user, old));
                    });
            out.nobody(account);
            out.close(account);
        }
        return new UserListText(revision, out.text.toString(), out.owners);
    }

    /** The whole file: title, revision, SHA-256 of the body, then the body. */
    public String text() {
        return TITLE + REVISION + revision + "\n" + SHA256 + sha256() + "\n" + body;
    }

    /** What the lists say, without the header: equal bodies are the same rights. */
    public String body() {
        return body;
    }

    /** Of the body, lowercase hexadecimal. */
    public String sha256() {
        return sha256;
    }

    public long revision() {
        return revision;
    }

    /** Whose entry covers a line of {@link #text}, counted from 1, as the server's own check names it. */
    public Optional<PrincipalId> principalAt(int line) {
        return Optional.ofNullable(owners.floorEntry(line))
                .map(Map.Entry::getValue)
                .filter(id -> !id.equals(END));
    }

    /** The body of a file's text; empty when it is damaged, cut, or not written by this class. */
    public static Optional<String> bodyOf(String text) {
        String[] lines = text.split("\n", HEADER_LINES + 1);
        if (lines.length <= HEADER_LINES || !lines[1].startsWith(REVISION) || !lines[2].startsWith(SHA256)) {
            return Optional.empty();
        }
        String body = lines[HEADER_LINES];
        return Optional.of(body).filter(b -> lines[2].equals(SHA256 + Digest.sha256(b)));
    }

    /**
     * The same list with the account CHECK, which an older program did not write, of that nobody: with the same revision and
     * users. Empty when nothing is missing, or when the text is damaged.
     */
    public static Optional<String> withCheck(String text) {
        String begin = variable(Account.CHECK) + " = [\n";
        return bodyOf(text).filter(body -> !body.contains("\n" + begin)).map(body -> {
            Writer out = new Writer(USER_CHARS);
            out.open(Account.CHECK);
            out.nobody(Account.CHECK);
            out.close(Account.CHECK);
            String whole = body + out.text;
            return TITLE + text.split("\n", HEADER_LINES)[1] + "\n" + SHA256 + Digest.sha256(whole) + "\n" + whole;
        });
    }

    private static void requireAll(Composition composition, Map<PrincipalId, ? extends Credential> credentials) {
        List<PrincipalId> missing = composition.principals().stream()
                .map(Principal::id)
                .filter(id -> !credentials.containsKey(id))
                .limit(MISSING_SHOWN_MAX)
                .toList();
        for (PrincipalId controller : List.of(PrincipalId.CONTROLLER, PrincipalId.STREAMS)) {
            if (composition.find(controller).isEmpty()) {
                throw Problem.of(
                                ProblemCode.COMPOSITION_REFUSED,
                                "the composed list has no " + controller,
                                "the mesh would lose its controller",
                                "compose the whole desired state")
                        .asException();
            }
        }
        if (!missing.isEmpty()) {
            throw Problem.of(
                            ProblemCode.COMPOSITION_REFUSED,
                            "principals without a credential: " + missing,
                            "a user without one could connect with none",
                            "mint their secrets first")
                    .asException();
        }
    }

    /** Writes users and notes on which line each begins. */
    private static final class Writer {
        private final StringBuilder text;
        private final NavigableMap<Integer, PrincipalId> owners = new TreeMap<>();
        private int line = HEADER_LINES + 1;
        private boolean empty;

        Writer(int chars) {
            text = new StringBuilder(chars);
        }

        /** Keeps the list of an account that may be without principals from being empty. */
        void nobody(Account account) {
            Principal nobody = NOBODY.get(account);
            if (empty && nobody != null) {
                user(nobody, NOBODY_HASH);
            }
        }

        void open(Account account) {
            empty = true;
            line(variable(account) + " = [");
        }

        void close(Account account) {
            if (empty) {
                throw new IllegalStateException("an empty list may mean everybody: " + account);
            }
            owners.put(line, END);
            line("]");
        }

        void user(Principal user, Credential credential) {
            empty = false;
            owners.put(line, user.id());
            line("  # " + user.id());
            line("  { " + proof(user, credential) + ", permissions: {");
            allow("publish", user.publish());
            allow("subscribe", user.subscribe());
            Duration answers = user.answersWithin();
            if (answers != null) {
                line("    allow_responses: { max: 1, expires: \"" + answers.toMillis() + "ms\" }");
            }
            line("  } }");
        }

        private static String proof(Principal user, Credential credential) {
            if (credential instanceof Credential.NKey nkey) {
                return "nkey: " + quoted(nkey.key());
            }
            Credential.PasswordHash hash = (Credential.PasswordHash) credential;
            String name = hash.user();
            return "user: " + quoted(name == null ? user.id().value() : name) + ", password: " + quoted(hash.bcrypt());
        }

        private void allow(String key, List<Grant> grants) {
            line("    " + key + ": { allow: [");
            for (Grant grant : grants) {
                text.append("      ");
                quote(text, grant.subject());
                text.append('\n');
                line++;
            }
            line("    ] }");
        }

        private void line(String content) {
            text.append(content).append('\n');
            line++;
        }
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        quote(out, text);
        return out.toString();
    }

    /** Subjects, ids and hashes hold neither quotes nor line breaks; anything else would change what the file says. */
    private static void quote(StringBuilder out, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                throw Problem.of(
                                ProblemCode.COMPOSITION_REFUSED,
                                "a subject of the composed list holds a character that may not stand there",
                                String.format("U+%04X at position %d", (int) c, i),
                                "correct the name in the definition")
                        .asException();
            }
        }
        out.append('"').append(text).append('"');
    }
}
