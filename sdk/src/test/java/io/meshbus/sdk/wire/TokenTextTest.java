package io.meshbus.sdk.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Secret;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenTextTest {
    private final TokenText token = new TokenText(
            new TokenId("t-1a"),
            new NodeId("n1"),
            Secret.mint(new SecureRandom()),
            List.of("tls://127.0.0.1:4222"),
            List.of("ab".repeat(32)),
            "cd".repeat(32),
            Instant.ofEpochSecond(1_800_000_000));

    @Test
    void comesBackAsItWas() {
        assertThat(TokenText.decode(token.encode())).isEqualTo(token);
        assertThat(TokenText.decode(" " + token.encode() + "\n")).isEqualTo(token);
    }

    @Test
    void doesNotPrintItsSecret() {
        assertThat(token.toString()).doesNotContain(token.secret().revealText());
    }

    @Test
    void refusesWhatIsCutOrForeign() {
        String text = token.encode();
        for (String bad : List.of("", "mbt_", "mbt_!!", "abc", text.substring(0, text.length() - 9), text + "A")) {
            assertThatThrownBy(() -> TokenText.decode(bad))
                    .isInstanceOfSatisfying(
                            ProblemException.class, e -> assertThat(e.code()).isEqualTo(ProblemCode.TOKEN_MALFORMED))
                    .hasMessageNotContaining("mbt_ey");
        }
    }

    @Test
    void derivesTwoDifferentSecrets() {
        assertThat(token.busPassword()).isNotEqualTo(token.proofKey());
    }
}
