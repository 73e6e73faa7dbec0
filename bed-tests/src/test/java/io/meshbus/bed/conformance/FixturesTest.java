package io.meshbus.bed.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.MeshSubject;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fixtures are a contract: what a released implementation was measured by stays, and is what it says it is. */
class FixturesTest {
    @Test
    void fixturesOnlyGrow() throws IOException {
        Set<String> there = new TreeSet<>();
        Fixtures.CAPABILITIES.forEach(
                capability -> Fixtures.raw(capability).forEach(one -> there.add(line(capability, one))));
        List<String> locked = Files.readAllLines(Fixtures.home().resolve("fixtures/fixtures.lock")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        assertThat(there)
                .as("cases of fixtures.lock that were changed or removed")
                .containsAll(locked);
        there.removeAll(Set.copyOf(locked));
        assertThat(there)
                .as("new cases; append these lines to fixtures.lock:\n" + String.join("\n", there))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"connection", "events", "tools", "seats"})
    void whatIsReadableIsWhatTheBytesSay(String capability) {
        assertThat(Fixtures.raw(capability)).isNotEmpty().allSatisfy(one -> {
            assertThat(one.getString("readable"))
                    .isEqualTo(readable(Case.of(one).bytes()));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"connection", "events", "tools", "seats"})
    void everySubjectIsOneOfTheGrammar(String capability) {
        assertThat(Fixtures.of(capability))
                .filteredOn(one -> !one.subject().isEmpty())
                .allSatisfy(one ->
                        assertThat(MeshSubject.parse(one.subject()).subject()).isEqualTo(one.subject()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"connection", "events", "tools", "seats"})
    void everyCaseHasANameOfItsOwn(String capability) {
        List<String> names = Fixtures.of(capability).stream().map(Case::name).toList();
        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z][a-z0-9-]*"));
    }

    /** A case as the lock knows it: layout and order of members in the file are free, all else is not. */
    private static String line(String capability, JsonObject one) {
        return capability + " " + one.getString("name") + " "
                + Digest.sha256(canonical(one).getBytes(StandardCharsets.UTF_8));
    }

    private static String canonical(Object value) {
        if (value instanceof JsonObject object) {
            return new TreeSet<>(object.fieldNames())
                    .stream()
                            .map(name -> canonical(name) + ":" + canonical(object.getValue(name)))
                            .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof io.vertx.core.json.JsonArray array) {
            return array.stream().map(FixturesTest::canonical).collect(Collectors.joining(",", "[", "]"));
        }
        return io.vertx.core.json.Json.encode(value);
    }

    private static String readable(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException binary) {
            return "not UTF-8: " + java.util.HexFormat.of().formatHex(bytes);
        }
    }
}
