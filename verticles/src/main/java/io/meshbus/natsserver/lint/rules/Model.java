package io.meshbus.natsserver.lint.rules;

import io.meshbus.natsserver.lint.rules.Conf.Entry;
import io.meshbus.natsserver.lint.rules.Conf.Fields;
import io.meshbus.natsserver.lint.rules.Conf.Items;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Accounts and users of a configuration.
 *
 * @param accounts the global one first, when anything is said about it
 */
record Model(Fields root, List<Account> accounts) {
    /** Where users are that stand in no account. */
    static final String GLOBAL = "$G";

    private static final String DEFAULT_SYSTEM = "$SYS";

    /**
     * An account.
     *
     * @param users null when nothing is said about users; empty when a list says that there are none
     * @param usersAt of the list
     */
    record Account(
            String name,
            boolean jetStream,
            @Nullable List<User> users,
            @Nullable Place usersAt,
            List<Service> exports,
            List<Service> imports,
            boolean system,
            Place place) {
        List<User> members() {
            return users == null ? List.of() : users;
        }

        boolean alone() {
            return members().size() == 1;
        }
    }

    /**
     * A user.
     *
     * @param password as written; null with an nkey or none
     * @param permissions its own, else the account's default, else null
     */
    record User(
            String name,
            @Nullable String password,
            @Nullable Permissions permissions,
            Place place) {}

    /**
     * A service export or import.
     *
     * @param from account of an import
     * @param restricted whether an export names the accounts that may import it
     */
    record Service(String subject, String from, boolean restricted, Place place) {}

    static Model of(Fields root) {
        List<Account> accounts = new ArrayList<>();
        String system = root.text("system_account", "system").orElse(DEFAULT_SYSTEM);
        Fields authorization = root.fields("authorization");
        boolean jetStream = jetStream(root);
        root.get("accounts").ifPresent(value -> {
            if (value instanceof Fields map) {
                map.entries().forEach(entry -> accounts.add(account(entry, system)));
            } else {
                value.texts()
                        .forEach(t -> accounts.add(new Account(
                                t.value(),
                                false,
                                null,
                                null,
                                List.of(),
                                List.of(),
                                t.value().equals(system),
                                t.place())));
            }
        });
        boolean anything = root.get("authorization").isPresent() || accounts.isEmpty();
        if (anything) {
            accounts.add(0, global(root, authorization, jetStream));
        }
        return new Model(root, accounts);
    }

    /** Whether the server has JetStream at all. */
    static boolean jetStream(Fields root) {
        return root.get("jetstream").isPresent()
                && !root.text("jetstream")
                        .map(t -> t.equalsIgnoreCase("false") || t.equalsIgnoreCase("disabled"))
                        .orElse(false);
    }

    boolean jetStream() {
        return jetStream(root);
    }

    List<User> users() {
        return accounts.stream().flatMap(a -> a.members().stream()).toList();
    }

    Optional<Account> account(String name) {
        return accounts.stream().filter(a -> a.name().equals(name)).findFirst();
    }

    private static Account global(Fields root, Fields authorization, boolean jetStream) {
        List<User> users = new ArrayList<>();
        Permissions defaults = defaults(authorization);
        Optional<Entry> list = authorization.entry("users");
        list.ifPresent(entry -> users(entry.value(), defaults, users));
        authorization
                .entry("user", "username", "token")
                .ifPresent(entry -> users.add(new User(
                        entry.key().equalsIgnoreCase("token") ? "whoever knows the token" : string(entry.value()),
                        entry.key().equalsIgnoreCase("token")
                                ? string(entry.value())
                                : authorization.text("password", "pass").orElse(null),
                        defaults,
                        entry.place())));
        boolean none = users.isEmpty() && list.isEmpty();
        return new Account(
                GLOBAL,
                jetStream,
                none ? null : users,
                list.map(Entry::place).orElse(null),
                List.of(),
                List.of(),
                false,
                authorization.entries().isEmpty() ? root.place() : authorization.place());
    }

    private static Account account(Entry entry, String system) {
        Fields fields = entry.value() instanceof Fields map ? map : new Fields(List.of(), entry.place());
        Optional<Entry> list = fields.entry("users");
        List<User> users = new ArrayList<>();
        list.ifPresent(found -> users(found.value(), defaults(fields), users));
        return new Account(
                entry.key(),
                fields.get("jetstream").isPresent()
                        && !fields.text("jetstream")
                                .map(t -> t.matches("(?i)false|disabled|off|no"))
                                .orElse(false),
                list.isEmpty() ? null : users,
                list.map(Entry::place).orElse(null),
                services(fields, "exports"),
                services(fields, "imports"),
                entry.key().equals(system),
                entry.place());
    }

    private static @Nullable Permissions defaults(Fields fields) {
        return fields.get("default_permissions", "default_permission", "permissions")
                                .orElse(null)
                        instanceof Fields permissions
                ? Permissions.of(permissions)
                : null;
    }

    private static void users(Conf value, @Nullable Permissions defaults, List<User> users) {
        for (Conf item : value.asItems()) {
            if (item instanceof Fields user) {
                users.add(new User(
                        user.text("user", "username", "nkey").orElse("a user without a name"),
                        user.text("password", "pass").orElse(null),
                        user.get("permissions", "permission", "authorization").orElse(null) instanceof Fields own
                                ? Permissions.of(own)
                                : defaults,
                        user.place()));
            }
        }
    }

    private static List<Service> services(Fields fields, String key) {
        List<Service> services = new ArrayList<>();
        if (!(fields.get(key).orElse(null) instanceof Items list)) {
            return services;
        }
        for (Conf item : list.items()) {
            if (item instanceof Fields each) {
                each.entry("service")
                        .ifPresent(service -> services.add(
                                service.value() instanceof Fields imported
                                        ? new Service(
                                                imported.text("subject").orElse(""),
                                                imported.text("account").orElse(""),
                                                true,
                                                each.place())
                                        : new Service(
                                                string(service.value()),
                                                "",
                                                each.get("accounts").isPresent() || each.isOn("token_req"),
                                                each.place())));
            }
        }
        return services;
    }

    private static String string(Conf value) {
        String text = value.asText();
        return text == null ? "" : text;
    }
}
