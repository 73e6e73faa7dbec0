package io.meshbus.control.ask.rules;

import io.meshbus.sdk.account.Rights;

/** Nobody gives what they do not have. */
public final class Granting {
    private Granting() {}

    /** Whether a person with {@code own} may issue {@code wanted}, or touch somebody who has that. */
    public static boolean mayGive(Rights own, Rights wanted) {
        if (own.admin()) {
            return true;
        }
        return !wanted.admin()
                && wanted.rights().stream().allMatch(own::has)
                && wanted.tools().stream().allMatch(tool -> covers(own, tool));
    }

    private static boolean covers(Rights own, String tool) {
        int dot = tool.lastIndexOf('.');
        String whole = dot < 0 ? "*" : tool.substring(0, dot) + ".*";
        return own.tools().contains("*")
                || own.tools().contains(tool)
                || own.tools().contains(whole);
    }
}
