package io.meshbus.natsserver.lint.rules;

import io.meshbus.natsserver.lint.rules.Conf.Entry;
import io.meshbus.natsserver.lint.rules.Conf.Fields;
import io.meshbus.natsserver.lint.rules.Conf.Items;
import io.meshbus.natsserver.lint.rules.Model.Account;
import io.meshbus.natsserver.lint.rules.Model.User;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is wrong with the server as a whole: its doors, its passwords' absence, its disk. */
final class ServerRules {
    private ServerRules() {}

    static void judge(Model model, Findings out) {
        Fields root = model.root();
        everywhereTwice(root, out);
        tls(root, out);
        monitoring(root, out);
        authentication(model, out);
        guard(model, out);
        sync(model, out);
    }

    /**
     * Of a key given twice the server takes the last and says nothing. Each value once, on a list of our own: variables that
     * hold variables make a tree of any size and depth out of a small file.
     */
    private static void everywhereTwice(Conf root, Findings out) {
        Set<Conf> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Conf> ahead = new ArrayDeque<>(List.of(root));
        while (!ahead.isEmpty()) {
            Conf value = ahead.pop();
            if (!seen.add(value)) {
                continue;
            }
            if (value instanceof Items list) {
                list.items().forEach(ahead::push);
            } else if (value instanceof Fields fields) {
                twice(fields, out);
                fields.entries().forEach(entry -> ahead.push(entry.value()));
            }
        }
    }

    private static void twice(Fields fields, Findings out) {
        Map<String, Place> first = new HashMap<>();
        for (Entry entry : fields.entries()) {
            Place before = first.put(entry.key().toLowerCase(Locale.ROOT), entry.place());
            if (before != null) {
                out.medium(
                        Kind.KEY_TWICE,
                        entry.place(),
                        entry.key() + " replaces the one at " + before,
                        "the server takes the last and says nothing",
                        "keep one");
            }
        }
    }

    private static String host(Fields root) {
        String listen = root.text("listen").orElse("");
        int colon = listen.lastIndexOf(':');
        String fromListen = colon > 0 ? listen.substring(0, colon) : "";
        return !fromListen.isEmpty() ? fromListen : root.text("host", "net").orElse("0.0.0.0");
    }

    private static boolean isLoopback(String host) {
        String bare = host.replace("[", "").replace("]", "");
        return bare.equals("localhost") || bare.startsWith("127.") || bare.equals("::1");
    }

    private static Place placeOf(Fields root, String... names) {
        return root.entry(names).map(Entry::place).orElse(root.place());
    }

    private static void tls(Fields root, Findings out) {
        Optional<Entry> tls = root.entry("tls");
        if (tls.isEmpty() || root.isOn("allow_non_tls")) {
            if (!isLoopback(host(root))) {
                out.high(
                        Kind.NO_TLS,
                        placeOf(root, tls.isEmpty() ? "listen" : "allow_non_tls", "port", "host"),
                        "passwords and messages cross the network in clear",
                        tls.isEmpty() ? "there is no tls block" : "allow_non_tls takes clients without TLS too",
                        "add tls { cert_file, key_file }");
            }
            return;
        }
        Fields block = root.fields("tls");
        Optional<Entry> verify = block.entry("verify", "verify_and_map").filter(e -> block.isOn(e.key()));
        verify.ifPresent(entry -> out.medium(
                Kind.TLS_VERIFY,
                entry.place(),
                "clients without a certificate of their own end in the handshake",
                entry.key()
                        + " asks every client for one before any password is looked at; the server logs \"client didn't"
                        + " provide a certificate\" and the client sees a time-out",
                "leave it out unless every client has a certificate; clients may pin the server's without it"));
    }

    private static void monitoring(Fields root, Findings out) {
        for (String key : List.of("http", "http_port", "monitor_port", "https", "https_port")) {
            root.entry(key).ifPresent(entry -> {
                String value = String.valueOf(entry.value().asText());
                int colon = value.lastIndexOf(':');
                String host = colon > 0 ? value.substring(0, colon) : host(root);
                if (!isLoopback(host) && !value.equals("0") && !value.equals("null")) {
                    out.high(
                            Kind.MONITORING_OPEN,
                            entry.place(),
                            "whoever reaches this machine sees connections, users, subjects and streams",
                            "monitoring listens on " + host + " and asks nobody who they are",
                            "bind it: http: \"127.0.0.1:8222\"");
                }
            });
        }
    }

    private static void authentication(Model model, Findings out) {
        Fields root = model.root();
        boolean jwt =
                root.get("operator", "resolver", "trusted", "trusted_keys").isPresent()
                        || root.fields("authorization").get("auth_callout").isPresent();
        if (model.users().isEmpty() && !jwt) {
            out.high(
                    Kind.NO_AUTHENTICATION,
                    model.accounts().isEmpty()
                            ? root.place()
                            : model.accounts().get(0).place(),
                    "whoever connects may do everything",
                    "no user is defined, so the server asks nobody who they are",
                    "define users, and one that is always there in the account of the system");
        }
        for (Account account : model.accounts()) {
            Place at = account.usersAt();
            if (account.users() != null && account.users().isEmpty() && at != null) {
                out.high(
                        Kind.EMPTY_USERS,
                        at,
                        "account " + account.name() + " has an empty list of users",
                        "the server takes it: everybody of that account is cut off, and where no other user is defined"
                                + " everybody gets in without credentials",
                        "an account nobody uses needs no list; one that is used needs its users");
            }
        }
        root.entry("no_auth_user")
                .ifPresent(entry -> out.high(
                        Kind.NO_AUTH_USER,
                        entry.place(),
                        "whoever shows no credentials is " + entry.value().asText(),
                        "no_auth_user gives it that user's permissions",
                        "leave it out; a client that forgot its password should be refused"));
    }

    /** One user in the main file keeps an include that was emptied from opening the server. */
    private static void guard(Model model, Findings out) {
        String main = model.root().place().file();
        List<User> users = model.users();
        boolean all = !users.isEmpty()
                && users.stream().noneMatch(user -> user.place().file().equals(main));
        if (all) {
            out.medium(
                    Kind.NO_GUARD_USER,
                    users.get(0).place(),
                    "if this included file is ever empty, everybody gets in without credentials",
                    "every user is defined in an include, and a reload takes an empty one",
                    "define one user in the main file: system_account: SYS, and SYS { users: [ … ] }");
        }
    }

    private static void sync(Model model, Findings out) {
        Fields root = model.root();
        if (model.jetStream()
                && root.fields("jetstream").get("sync_interval", "sync").isEmpty()) {
            out.medium(
                    Kind.SYNC_INTERVAL,
                    placeOf(root, "jetstream"),
                    "a power cut may take two minutes of acknowledged messages",
                    "JetStream writes to the disk's cache and syncs every two minutes unless told otherwise",
                    "jetstream { sync_interval: \"100ms\" }, or always");
        }
    }
}
