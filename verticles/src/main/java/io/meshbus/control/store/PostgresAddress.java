package io.meshbus.control.store;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.pgclient.SslMode;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The parts of {@code postgresql://user@host:port/database?sslmode=…}. There is no place for a password: an address is
 * shown in logs and lies in files that others read.
 */
public record PostgresAddress(String user, String host, int port, String database, SslMode sslMode) {
    private static final int PORT = 5432;
    private static final String SSL_MODE = "sslmode=";

    /** @throws ProblemException CONFIG_INVALID, naming what is wrong with the address and never repeating it */
    public static PostgresAddress parse(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw invalid("it is not a URL");
        }
        if (!"postgresql".equals(uri.getScheme()) && !"postgres".equals(uri.getScheme())) {
            throw invalid("it does not begin with postgresql://");
        }
        String user = uri.getRawUserInfo();
        if (user != null && user.contains(":")) {
            throw invalid("it holds a password, and an address is shown to others");
        }
        String path = uri.getRawPath();
        if (user == null || uri.getHost() == null || path == null || path.length() < 2) {
            throw invalid("it lacks the user, the host or the database");
        }
        return new PostgresAddress(
                decoded(user),
                uri.getHost(),
                uri.getPort() < 0 ? PORT : uri.getPort(),
                decoded(path.substring(1)),
                sslMode(uri.getRawQuery()));
    }

    private static SslMode sslMode(@Nullable String query) {
        if (query == null) {
            return SslMode.PREFER;
        }
        if (!query.startsWith(SSL_MODE) || query.contains("&")) {
            throw invalid("only sslmode is known behind the question mark");
        }
        try {
            return SslMode.of(query.substring(SSL_MODE.length()));
        } catch (IllegalArgumentException e) {
            throw invalid("its sslmode is none of disable, allow, prefer, require, verify-ca, verify-full");
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    String jdbcUrl() {
        return "jdbc:postgresql://" + (host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host) + ":"
                + port + "/" + database + "?connectTimeout=5&socketTimeout=60&sslmode=" + sslMode.value;
    }

    private static ProblemException invalid(String why) {
        return Problem.of(
                        ProblemCode.CONFIG_INVALID,
                        "the store's address cannot be used",
                        why,
                        "write postgresql://user@host:port/database, and the password into store.passwordFile")
                .asException();
    }

    /** As a person writes it. */
    @Override
    public String toString() {
        return "postgresql://" + user + "@" + host + ":" + port + "/" + database;
    }
}
