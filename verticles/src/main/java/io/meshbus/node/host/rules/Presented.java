package io.meshbus.node.host.rules;

import org.jspecify.annotations.Nullable;

/** A message that stands where a declaration is looked for: nothing in it is believed yet. */
public final class Presented {
    private final byte[] body;
    private final @Nullable String signature;
    private final String subject;
    private final long sequence;

    /** @param sequence stream sequence in the server's answer */
    public Presented(String subject, byte[] body, @Nullable String signature, long sequence) {
        this.subject = subject;
        this.body = body.clone();
        this.signature = signature;
        this.sequence = sequence;
    }

    public byte[] body() {
        return body.clone();
    }

    public @Nullable String signature() {
        return signature;
    }

    public String subject() {
        return subject;
    }

    public long sequence() {
        return sequence;
    }
}
