package io.meshbus.control.observation.rules;

/**
 * What was said of one place since it was last told: told at once when it is the first for a while, else with whatever
 * else comes before the window ends.
 *
 * @param count how often
 * @param sequence of the last message it is about, 0 for none
 * @param first the id of the first advisory, the same for every controller that hears it
 */
public record Tally(long count, long sequence, String first, String reason) {
    public static final Tally NONE = new Tally(0, 0, "", "");

    public Tally and(String id, long about, String why) {
        return new Tally(
                count + 1, about == 0 ? sequence : about, count == 0 ? id : first, why.isEmpty() ? reason : why);
    }

    public boolean isEmpty() {
        return count == 0;
    }
}
