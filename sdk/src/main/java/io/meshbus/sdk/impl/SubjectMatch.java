package io.meshbus.sdk.impl;

/** Whether a message's own subject lies under what was subscribed: arrival proves nothing (spec 2.4). Pure. */
final class SubjectMatch {
    private SubjectMatch() {}

    static boolean matches(String pattern, String subject) {
        int p = 0;
        int s = 0;
        while (p < pattern.length() && s < subject.length()) {
            char c = pattern.charAt(p);
            if (c == '>') {
                return true;
            }
            if (c == '*') {
                p++;
                s = endOfToken(subject, s);
            } else if (c == subject.charAt(s)) {
                p++;
                s++;
            } else {
                return false;
            }
        }
        return p == pattern.length() && s == subject.length();
    }

    private static int endOfToken(String subject, int from) {
        int dot = subject.indexOf('.', from);
        return dot < 0 ? subject.length() : dot;
    }
}
