package io.meshbus.natsserver.lint.rules;

import io.meshbus.natsserver.lint.rules.Model.Account;
import io.meshbus.natsserver.lint.rules.Model.User;
import io.meshbus.natsserver.lint.rules.Permissions.Side;
import io.meshbus.natsserver.lint.rules.Permissions.Subject;
import io.meshbus.natsserver.lint.rules.Permissions.Way;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is wrong with one user of an account, whatever the account may do with streams. */
final class UserRules {
    /** A reload authenticates every connected client anew, one after the other. */
    static final int BCRYPT_COST_MAX = 8;

    private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$(\\d\\d)\\$.*");
    private static final String SOMEBODYS_INBOX = "_INBOX.somebody.else.0123456789";

    private UserRules() {}

    static void judge(Account account, User user, Findings out) {
        password(user, out);
        Permissions permissions = user.permissions();
        if (permissions == null) {
            if (!account.system() && !account.alone()) {
                out.high(
                        Kind.NO_PERMISSIONS,
                        user.place(),
                        user.name() + " may publish and hear everything in account " + account.name(),
                        "it has no permissions, and there are no default ones",
                        "give it both lists");
            }
            return;
        }
        side(account, user, permissions, permissions.publish(), Way.PUBLISH, out);
        side(account, user, permissions, permissions.subscribe(), Way.SUBSCRIBE, out);
        inbox(user, permissions, out);
        responses(account, user, permissions, out);
    }

    private static void password(User user, Findings out) {
        String password = user.password();
        if (password == null) {
            return;
        }
        Matcher hash = BCRYPT.matcher(password);
        if (!hash.matches()) {
            out.high(
                    Kind.PLAINTEXT,
                    user.place(),
                    "the secret of " + user.name() + " stands here as it is",
                    "whoever reads the file, or a backup of it, is " + user.name(),
                    "put its bcrypt hash there (nats server passwd), or an nkey");
        } else if (Integer.parseInt(hash.group(1)) > BCRYPT_COST_MAX) {
            out.medium(
                    Kind.BCRYPT_COST,
                    user.place(),
                    "the hash of " + user.name() + " has cost " + hash.group(1),
                    "every reload checks every connected client again, one after the other, and nobody connects"
                            + " meanwhile: 200 clients at cost 11 take half a minute",
                    "a minted secret of 128 bits or more needs no more than cost 4; or use nkeys");
        }
    }

    private static void side(Account account, User user, Permissions permissions, Side side, Way way, Findings out) {
        String verb = way == Way.PUBLISH ? "publish" : "hear";
        String key = way == Way.PUBLISH ? "publish" : "subscribe";
        Place empty = side.empty();
        if (empty != null) {
            out.high(
                    Kind.EMPTY_LIST,
                    empty,
                    user.name() + " may " + verb + " everything in account " + account.name(),
                    "the server reads an empty list as no limit",
                    "for nothing write " + key + ": { deny: \">\" }");
        } else if (!side.given() && !(way == Way.PUBLISH && permissions.responses() != null)) {
            out.high(
                    Kind.MISSING_LIST,
                    permissions.place(),
                    user.name() + " may " + verb + " everything in account " + account.name(),
                    "its permissions have no " + key + " list",
                    "write both lists; for nothing " + key + ": { deny: \">\" }");
        } else if (side.given() && side.open() && !side.deniesAll()) {
            out.medium(
                    Kind.DENY_ONLY,
                    side.where(),
                    user.name() + " may " + verb + " everything that is not denied",
                    "what is new tomorrow is allowed, and a denied subject can still be the reply of a message",
                    "list what it needs under allow");
        }
    }

    private static void inbox(User user, Permissions permissions, Findings out) {
        Optional<Subject> wide = permissions.subscribe().through(SOMEBODYS_INBOX);
        wide.ifPresent(subject -> out.high(
                Kind.BARE_INBOX,
                subject.place(),
                user.name() + " hears the answers to everybody: " + subject.text(),
                "inboxes of one account are as private as the subscribe lists are narrow",
                "give each user a prefix of its own, _INBOX.<user>.>, and set it in the client"));
    }

    private static void responses(Account account, User user, Permissions permissions, Findings out) {
        Place responses = permissions.responses();
        if (responses != null) {
            out.medium(
                    Kind.ALLOW_RESPONSES,
                    responses,
                    "callers of " + user.name() + " choose where it publishes" + inStreams(account),
                    "allow_responses lets it publish to whatever reply a caller names, a deny does not stop that, and"
                            + " every reload drops the answers in flight",
                    "allow the inbox prefixes of its callers instead");
        }
    }

    private static String inStreams(Account account) {
        return account.jetStream() ? ", $JS.API included" : "";
    }
}
