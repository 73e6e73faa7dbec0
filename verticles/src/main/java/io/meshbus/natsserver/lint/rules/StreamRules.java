package io.meshbus.natsserver.lint.rules;

import io.meshbus.natsserver.lint.rules.Model.Account;
import io.meshbus.natsserver.lint.rules.Model.Service;
import io.meshbus.natsserver.lint.rules.Model.User;
import io.meshbus.natsserver.lint.rules.Permissions.Side;
import io.meshbus.natsserver.lint.rules.Permissions.Subject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who may read, erase or forge what in streams. */
final class StreamRules {
    private static final List<String> MANAGEMENT = List.of(
            "STREAM.DELETE", "STREAM.PURGE", "STREAM.UPDATE", "STREAM.MSG.DELETE", "CONSUMER.DELETE", "STREAM.CREATE");
    private static final Pattern PULL = Pattern.compile("(?:.*\\.)?CONSUMER\\.MSG\\.NEXT\\.([^. ]+)\\.([^. ]+)");
    private static final Pattern CREATION = Pattern.compile(
            "(?:.*\\.)?CONSUMER\\.(?:DURABLE\\.)?CREATE(\\..*)?|(?:.*\\.)?CONSUMER\\.(?:\\*|>)(\\..*)?");
    private static final Pattern ANSWERED = Pattern.compile(
            "\\$JS\\.API\\.(CONSUMER\\.MSG\\.NEXT|DIRECT\\.GET|CONSUMER\\.INFO|STREAM\\.INFO|STREAM\\.MSG\\.GET)\\..*|\\$JS\\.ACK\\..*");

    private StreamRules() {}

    static void judge(Model model, Account account, Findings out) {
        account.exports().forEach(service -> export(account, service, out));
        account.imports().forEach(service -> literal(model, account, service, out));
        for (User user : account.members()) {
            Permissions permissions = user.permissions();
            if (permissions != null) {
                judge(account, user, permissions.publish(), out);
            }
        }
    }

    private static void judge(Account account, User user, Side publish, Findings out) {
        Optional<Subject> managed = management(publish);
        managed.ifPresent(subject -> manages(account, user, subject, out));
        publish.allow().stream()
                .filter(subject -> CREATION.matcher(subject.text()).matches())
                .findFirst()
                .ifPresent(subject -> creates(user, subject, out));
        if (account.jetStream() && managed.isEmpty()) {
            publish.allow().stream()
                    .filter(subject -> ANSWERED.matcher(subject.text()).matches())
                    .findFirst()
                    .ifPresent(subject -> deputy(account, user, subject, out));
        }
        for (Subject subject : publish.allow()) {
            ack(account, user, subject, managed.isPresent(), out);
            pull(user, publish, subject, out);
        }
    }

    private static Optional<Subject> management(Side publish) {
        for (String call : MANAGEMENT) {
            Optional<Subject> found = publish.through("$JS.API." + call + ".ANY");
            if (found.isEmpty()) {
                found = publish.through("$JS.API." + call + ".ANY.any");
            }
            if (found.isPresent()) {
                return found;
            }
            Pattern named = Pattern.compile("(?:.*\\.)?API\\." + call.replace(".", "\\.") + "(\\..*)?");
            found = publish.allow().stream()
                    .filter(subject -> named.matcher(subject.text()).matches())
                    .findFirst();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static void manages(Account account, User user, Subject subject, Findings out) {
        String what = user.name() + " may make, change, purge and delete streams or consumers of account "
                + account.name() + ": " + subject.text();
        if (account.alone()) {
            out.note(
                    Kind.STREAM_MANAGEMENT,
                    subject.place(),
                    what,
                    "it is the only user of that account",
                    "keep it so: nobody else should hold the secret");
        } else {
            out.high(
                    Kind.STREAM_MANAGEMENT,
                    subject.place(),
                    what,
                    "who may call the API of streams may erase every message in them",
                    "grant CONSUMER.MSG.NEXT of its own consumer; let one user of an account of its own manage streams");
        }
    }

    private static void creates(User user, Subject subject, Findings out) {
        out.high(
                Kind.CONSUMER_CREATION,
                subject.place(),
                user.name() + " may make a consumer that reads what it may not subscribe: " + subject.text(),
                "a consumer reads with the server's rights; its filter, or a list of filters, is in the request's body",
                "make its durable for it and grant CONSUMER.MSG.NEXT.<stream>.<durable> only");
    }

    private static void deputy(Account account, User user, Subject subject, Findings out) {
        out.high(
                Kind.REPLY_DEPUTY,
                subject.place(),
                user.name() + " may delete or purge every stream of account " + account.name()
                        + ", and forge what they capture",
                "the server does not check a reply subject: sent to " + subject.text()
                        + " with the reply $JS.API.STREAM.DELETE.<stream>, its answer deletes the stream",
                "put JetStream into a second account with one user, and import exactly the calls that are needed");
    }

    /** {@code $JS.ACK.<stream>.<consumer>.>} and {@code $JS.ACK.<domain>.<hash>.<stream>.<consumer>.>}. */
    private static void ack(Account account, User user, Subject subject, boolean managesAnyway, Findings out) {
        String[] tokens = subject.pattern().subject().split("\\.", -1);
        if (tokens.length < 3 || !tokens[0].equals("$JS") || !tokens[1].equals("ACK")) {
            return;
        }
        boolean wide = isWild(tokens[2]) || tokens.length < 5 || isWild(tokens[3]);
        if (!wide) {
            return;
        }
        if (account.alone() && managesAnyway) {
            return;
        }
        out.high(
                Kind.WIDE_ACK,
                subject.place(),
                user.name() + " may end other consumers' deliveries, and read their messages: " + subject.text(),
                "an ack subject names stream and consumer in front; +NXT sent to a foreign one returns its next message,"
                        + " and $JS.ACK.*.* also fits the short form of any other stream",
                "name them: $JS.ACK.<stream>.<consumer>.> and, for the long form, $JS.ACK._.<account"
                        + " hash>.<stream>.<consumer>.>");
    }

    private static boolean isWild(String token) {
        return token.equals("*") || token.equals(">");
    }

    private static void pull(User user, Side publish, Subject subject, Findings out) {
        Matcher pull = PULL.matcher(subject.text());
        if (!pull.matches() || isWild(pull.group(1)) || isWild(pull.group(2))) {
            return;
        }
        String ack = "$JS.ACK." + pull.group(1) + "." + pull.group(2) + ".1.1.1.1.0";
        if (publish.through(ack).isEmpty()) {
            out.medium(
                    Kind.MISSING_ACK,
                    subject.place(),
                    user.name() + " may pull from " + pull.group(2) + " and not acknowledge",
                    "an acknowledgement is a publish to the server's ack subject; refused, every message comes again",
                    "allow $JS.ACK." + pull.group(1) + "." + pull.group(2) + ".>");
        }
    }

    private static void export(Account account, Service service, Findings out) {
        String subject = service.subject();
        if (subject.equals(">")
                || subject.equals("$JS.>")
                || subject.equals("$JS.API.>")
                || subject.toUpperCase(Locale.ROOT).matches("\\$JS\\.API\\.(STREAM|CONSUMER)\\.(>|\\*.*)")) {
            out.high(
                    Kind.API_EXPORT,
                    service.place(),
                    "account " + account.name() + " lends its whole stream API: " + subject,
                    "whoever imports it, and any reply that is aimed there, may delete every stream",
                    "export CONSUMER.MSG.NEXT.*.* and what else is needed, call by call");
        }
        if (!service.restricted() && account.jetStream()) {
            out.medium(
                    Kind.PUBLIC_EXPORT,
                    service.place(),
                    "every account may import " + subject + " of account " + account.name(),
                    "the export names no accounts",
                    "add accounts: [ … ]");
        }
    }

    /** Measured on 2.15.1: the answer of one import passes through another one that is literal. */
    private static void literal(Model model, Account account, Service service, Findings out) {
        boolean fromStreams =
                model.account(service.from()).map(Account::jetStream).orElse(false);
        if (!fromStreams || account.jetStream() || service.subject().matches(".*(^|\\.)[*>].*")) {
            return;
        }
        out.medium(
                Kind.LITERAL_IMPORT,
                service.place(),
                "whoever may send to another import of account " + service.from() + " reaches " + service.subject()
                        + " too, whatever its publish list says",
                "a reply subject is not checked, and the answer of one import passes through a literal one; it does not"
                        + " pass through a pattern",
                "export and import it as a pattern, for example with * for one of its tokens");
    }
}
