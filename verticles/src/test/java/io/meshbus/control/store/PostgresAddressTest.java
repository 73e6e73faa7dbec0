package io.meshbus.control.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.problem.ProblemException;
import io.vertx.pgclient.SslMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresAddressTest {
    @Test
    void readsEveryPart() {
        assertThat(PostgresAddress.parse("postgresql://mesh%2Ba+b@db.example:6543/bus?sslmode=verify-full"))
                .isEqualTo(new PostgresAddress("mesh+a+b", "db.example", 6543, "bus", SslMode.VERIFY_FULL));
        assertThat(PostgresAddress.parse("postgres://mesh@[::1]/bus"))
                .isEqualTo(new PostgresAddress("mesh", "[::1]", 5432, "bus", SslMode.PREFER));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mysql://mesh@db/bus",
                "postgresql://db/bus",
                "postgresql://mesh@db",
                "postgresql://mesh@db/",
                "postgresql://mesh@db/bus?sslmode=perhaps",
                "postgresql://mesh@db/bus?user=other",
                "postgresql://mesh@db/bus?sslmode=require&user=other",
                "not a url"
            })
    void refusesWhatItCannotUse(String text) {
        assertThatThrownBy(() -> PostgresAddress.parse(text))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("[CONFIG_INVALID]");
    }

    @Test
    void refusesAPasswordAndDoesNotRepeatIt() {
        assertThatThrownBy(() -> PostgresAddress.parse("postgresql://mesh:hunter2@db/bus"))
                .hasMessageContaining("password")
                .hasMessageNotContaining("hunter2");
    }
}
