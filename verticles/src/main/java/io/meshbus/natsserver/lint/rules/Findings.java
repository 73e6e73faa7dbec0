package io.meshbus.natsserver.lint.rules;

import io.meshbus.natsserver.lint.rules.Finding.Weight;
import java.util.ArrayList;
import java.util.List;

/** Gathers findings; the rules write into it. */
final class Findings {
    private final List<Finding> list = new ArrayList<>();

    void high(Kind kind, Place where, String what, String why, String mend) {
        list.add(new Finding(kind, Weight.HIGH, where, what, why, mend));
    }

    void medium(Kind kind, Place where, String what, String why, String mend) {
        list.add(new Finding(kind, Weight.MEDIUM, where, what, why, mend));
    }

    void note(Kind kind, Place where, String what, String why, String mend) {
        list.add(new Finding(kind, Weight.NOTE, where, what, why, mend));
    }

    List<Finding> all() {
        return list;
    }
}
