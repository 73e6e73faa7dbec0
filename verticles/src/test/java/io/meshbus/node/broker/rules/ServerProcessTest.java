package io.meshbus.node.broker.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServerProcessTest {
    private static final String CONF = "/srv/mesh/broker/nats.conf";

    @Test
    void recognisesWhatItStarts() {
        assertThat(ServerProcess.runs(ServerProcess.command("/usr/bin/nats-server", CONF), CONF))
                .isTrue();
    }

    @Test
    void isNotMisledByChecksEditorsOrOtherMeshes() {
        assertThat(ServerProcess.runs(List.of("/usr/bin/nats-server", "-t", "-c", CONF), CONF))
                .isFalse();
        assertThat(ServerProcess.runs(List.of("vi", "-c", CONF), CONF)).isFalse();
        assertThat(ServerProcess.runs(List.of("nats-server", "-c", CONF + "2"), CONF))
                .isFalse();
        assertThat(ServerProcess.runs(List.of("/nats-server/vi", "-c", CONF), CONF))
                .isFalse();
        assertThat(ServerProcess.runs(List.of(), CONF)).isFalse();
    }

    @Test
    void aJvmWatchesItsChildAndNobodyElseDoes() {
        assertThat(ServerProcess.watchedBy(List.of("/opt/jdk/bin/java", "-jar", "meshbus.jar")))
                .isTrue();
        assertThat(ServerProcess.watchedBy(List.of("/sbin/init"))).isFalse();
        assertThat(ServerProcess.watchedBy(List.of())).isFalse();
    }
}
