package io.meshbus.bed.genesis;

import io.meshbus.bed.PlainClient;
import io.nats.client.JetStreamManagement;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StreamInfo;
import io.nats.client.api.StreamInfoOptions;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** What no attack may change: streams and durables with their configuration and age, declarations, and what CONTROL took. */
record Holdings(
        Map<String, String> streams,
        Map<String, String> consumers,
        Map<String, String> declarations,
        long control,
        Map<String, Long> subjects) {

    static Holdings of(PlainClient controller) throws Exception {
        JetStreamManagement management = controller.connection().jetStreamManagement();
        Map<String, String> streams = new TreeMap<>();
        Map<String, String> consumers = new TreeMap<>();
        Map<String, Long> subjects = new TreeMap<>();
        long control = 0;
        for (String name : management.getStreamNames()) {
            StreamInfo info = management.getStreamInfo(name, StreamInfoOptions.allSubjects());
            streams.put(
                    name,
                    info.getCreateTime() + " first=" + firstOf(info) + " "
                            + info.getConfiguration().toJson());
            for (ConsumerInfo consumer : management.getConsumers(name)) {
                consumers.put(
                        name + "/" + consumer.getName(),
                        consumer.getCreationTime() + " "
                                + consumer.getConsumerConfiguration().toJson());
            }
            if (name.equals("CONTROL")) {
                control = info.getStreamState().getLastSequence();
            }
            if (info.getStreamState().getSubjectMap() != null) {
                subjects.putAll(info.getStreamState().getSubjectMap());
            }
        }
        return new Holdings(streams, consumers, declarations(management), control, subjects);
    }

    /** Work queues lose their oldest by being worked off. */
    private static String firstOf(StreamInfo info) {
        boolean kept = !info.getConfiguration().getRetentionPolicy().toString().equalsIgnoreCase("workqueue");
        return kept ? Long.toString(Math.max(1, info.getStreamState().getFirstSequence())) : "any";
    }

    private static Map<String, String> declarations(JetStreamManagement management) throws Exception {
        Map<String, String> declarations = new TreeMap<>();
        for (String node : new String[] {"hub", "n1", "n2"}) {
            MessageInfo last = management.getLastMessage("NODES", "mesh.node." + node + ".declare");
            declarations.put(node, last.getSeq() + " " + Arrays.hashCode(last.getData()));
        }
        return declarations;
    }

    /** How many messages a subject has; 0 for one that was never used. */
    long on(String subject) {
        return subjects.getOrDefault(subject, 0L);
    }
}
