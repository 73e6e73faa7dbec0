package io.meshbus.control.account.rules;

import io.meshbus.sdk.account.HandedCredential;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When an earlier credential may end (spec 3.6): once its owner uses the newer one, never before. */
public final class Retirement {
    private Retirement() {}

    /**
     * @param handed what the owner was handed since; null when the principal is no more
     * @param ends when it ends in any case; null when its node has to say so
     * @param reported the mark of what the node says it signed in with; null when it says nothing
     */
    public static boolean isOver(
            @Nullable String handed, @Nullable Instant ends, @Nullable String reported, Instant now) {
        if (handed == null) {
            return true;
        }
        return ends != null
                ? !now.isBefore(ends)
                : HandedCredential.mark(handed).equals(reported);
    }
}
