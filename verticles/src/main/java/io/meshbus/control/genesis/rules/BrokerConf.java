package io.meshbus.control.genesis.rules;

import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import java.util.List;

/**
 * The broker's own configuration, {@code broker/nats.conf} (spec 2.5, 7.2). Paths are relative to {@code broker/}, which
 * is the server's working directory, so that a mesh's directory can be moved.
 */
public final class BrokerConf {
    /** What the composed list is included by; a check of a candidate replaces this line. */
    public static final String INCLUDE = "include \"users.conf\"";

    /**
     * Headers and body of one message. Events stay below 1 MiB; a dead letter carries such an event in base64 with its
     * headers, which is why the server takes twice that.
     */
    public static final int PAYLOAD_BYTES_MAX = 2 << 20;

    /**
     * {@link Subjects#ENROL} and nothing else of the grammar, written as a pattern. The reply of a message that one import
     * answers reaches through another import if that one is literal, and not if it is a pattern (measured on 2.15.1): with
     * the literal, whoever may pull could have an enrolment request stored.
     */
    private static final String ENROLMENTS = "mesh.*.enrol";

    /** Exported by STREAMS and imported by MESH under the same subject; every one a pattern. */
    private static final List<String> SERVICES = List.of(
            Subjects.ALL_REPORTS,
            Subjects.ALL_BROKER_REPORTS,
            ENROLMENTS,
            Subjects.ALL_MODULE_EVENTS,
            Subjects.ALL_MODULE_DEAD,
            Subjects.ALL_SEAT_EVENTS,
            Subjects.ALL_SEAT_WORK,
            Subjects.ALL_ARTEFACTS);

    /** The only parts of the JetStream API that MESH sees, under the prefix {@link Streams#API_PREFIX}. */
    private static final List<String> API = List.of(
            "CONSUMER.MSG.NEXT.*.*",
            "DIRECT.GET." + Streams.NODES + "." + Subjects.ALL_DECLARATIONS,
            "DIRECT.GET." + Streams.ARTEFACTS + "." + Subjects.ALL_ARTEFACTS,
            "DIRECT.GET." + Streams.STATE + "." + Subjects.stateKey(">"));

    private static final String ACKS = "$JS.ACK.>";
    private static final String PULLS = "CONSUMER.MSG.NEXT.";

    private BrokerConf() {}

    /**
     * @param serverName a DNS label, seen in monitoring
     * @param host where clients connect
     * @param sysShown bcrypt hash, or public nkey, of the static user of SYS
     * @param syncInterval how long an acknowledged write may stay unsynced: {@code 100ms} or {@code always}
     */
    public record Settings(
            String serverName, String host, int natsPort, int monitorPort, String sysShown, String syncInterval) {}

    /** The whole file. */
    public static String text(Settings settings) {
        return """
                # Written by meshbus genesis; changes are overwritten at the next start.
                %s

                server_name: "%s"
                listen: "%s:%d"
                http: "127.0.0.1:%d"
                pid_file: "../run/nats-server.pid"
                log_file: "../log/nats-server.log"
                logfile_size_limit: 16MB
                logfile_max_num: 4
                max_payload: %d

                # A whole mesh may reconnect at once after a restart: handshakes get time.
                authorization { timeout: 10 }
                # No client certificate is asked for: clients pin this one, and prove themselves by password or key.
                tls {
                  cert_file: "server-cert.pem"
                  key_file: "server-key.pem"
                  timeout: 10
                }

                jetstream {
                  store_dir: "."
                  # Every stream has its own bound. The default, a share of what is free at start, shrinks while streams
                  # fill and would refuse them later.
                  max_file_store: 1TB
                  # An acknowledged message is on the disk within this time, not within the default two minutes.
                  sync_interval: %s
                }

                accounts {
                  # Everyone of the mesh. No JetStream here: a reply subject is not permission-checked (docs/adr).
                  MESH {
                    users: $MESH_USERS
                    imports: [
                %s    ]
                  }
                  # All streams; the controller alone.
                  STREAMS {
                    jetstream: enabled
                    users: $STREAMS_USERS
                    exports: [
                %s    ]
                  }
                  # The tenant fabric, whose servers are trusted peers; nobody of the mesh is in it.
                  FABRIC {
                    jetstream: enabled
                    users: $FABRIC_USERS
                  }
                  # Twins of `accounts check`. No import, no export, no JetStream: nothing they do reaches the mesh.
                  CHECK {
                    users: $CHECK_USERS
                  }
                  # One static user, so that an empty list can never mean "no authentication".
                  SYS {
                    users: [ {%s} ]
                  }
                }
                system_account: SYS
                """.formatted(
                        INCLUDE,
                        settings.serverName(),
                        settings.host(),
                        settings.natsPort(),
                        settings.monitorPort(),
                        PAYLOAD_BYTES_MAX,
                        '"' + settings.syncInterval() + '"',
                        imports(),
                        exports(),
                        sys(settings.sysShown()));
    }

    private static String sys(String shown) {
        return shown.startsWith("U") ? "nkey: \"" + shown + "\"" : "user: \"sys\", password: \"" + shown + "\"";
    }

    private static String exports() {
        StringBuilder out = new StringBuilder();
        for (String subject : SERVICES) {
            out.append(export(subject, false));
        }
        for (String call : API) {
            out.append(export("$JS.API." + call, call.startsWith(PULLS)));
        }
        return out.append(export(ACKS, true)).toString();
    }

    private static String export(String subject, boolean stream) {
        return "      {service: \"" + subject + "\", accounts: [MESH]" + (stream ? ", response_type: stream" : "")
                + "}\n";
    }

    private static String imports() {
        StringBuilder out = new StringBuilder();
        for (String subject : SERVICES) {
            out.append(imported(subject, null));
        }
        for (String call : API) {
            out.append(imported("$JS.API." + call, Streams.API_PREFIX + "." + call));
        }
        return out.append(imported(ACKS, null)).toString();
    }

    private static String imported(String subject, @org.jspecify.annotations.Nullable String to) {
        return "      {service: {account: STREAMS, subject: \"" + subject + "\"}"
                + (to == null ? "" : ", to: \"" + to + "\"") + "}\n";
    }
}
