package io.gridhook.core.history;

import io.gridhook.core.history.HistoryRow.Attempted;
import java.time.Duration;

/**
 * What the delivery log keeps.
 *
 * @param isOn whether attempts and ends are kept at all: those that failed, those that followed a failure, and all ends
 * @param successesOneOf of how many events one has its first attempt kept if that delivers it: 1: of all, 0: of none
 * @param publishes whether accepted events are kept, with the subscriptions they go to and do not go to
 * @param retention older rows are deleted
 */
public record HistoryRules(boolean isOn, int successesOneOf, boolean publishes, Duration retention) {
    /** Ours. */
    public static final Duration RETENTION = Duration.ofDays(7);

    public static final HistoryRules OFF = new HistoryRules(false, 0, false, RETENTION);
    public static final HistoryRules FAILURES = new HistoryRules(true, 0, false, RETENTION);

    /** Ours: fewer than one in a million says nothing. */
    public static final int SAMPLED_ONE_OF_MAX = 1_000_000;

    /** What {@link #parse} takes. */
    public static final String EXPECTED = "off, failures, sampled:<1.." + SAMPLED_ONE_OF_MAX + "> or all";

    /**
     * Reads {@code off}, {@code failures}, {@code sampled:<n>} or {@code all}.
     *
     * @throws IllegalArgumentException if it is none of these; the message says what is expected
     */
    public static HistoryRules parse(String text, boolean publishes, Duration retention) {
        return switch (text) {
            case "off" -> new HistoryRules(false, 0, publishes, retention);
            case "failures" -> new HistoryRules(true, 0, publishes, retention);
            case "all" -> new HistoryRules(true, 1, publishes, retention);
            default -> new HistoryRules(true, sampledOneOf(text), publishes, retention);
        };
    }

    private static int sampledOneOf(String text) {
        try {
            String prefix = "sampled:";
            int oneOf = text.startsWith(prefix) ? Integer.parseInt(text.substring(prefix.length())) : 0;
            if (oneOf >= 1 && oneOf <= SAMPLED_ONE_OF_MAX) {
                return oneOf;
            }
        } catch (NumberFormatException e) {
            // said below, together with what is out of range
        }
        throw new IllegalArgumentException(text + " (expected: " + EXPECTED + ")");
    }

    /** The same event is sampled in every subscription and on every instance. */
    boolean keeps(Attempted row) {
        if (!isOn) {
            return false;
        }
        if (!row.isDelivered() || row.attempt().attempt() > 1) {
            return true;
        }
        return successesOneOf > 0 && Integer.remainderUnsigned(HistoryText.hash(row.eventId()), successesOneOf) == 0;
    }

    /** Whether a row is kept. */
    public boolean keeps(HistoryRow row) {
        return row.match(this::keeps, ended -> isOn, published -> publishes);
    }

    /** As the setting says it. */
    public String successes() {
        return switch (successesOneOf) {
            case 0 -> isOn ? "failures" : "off";
            case 1 -> "all";
            default -> "sampled:" + successesOneOf;
        };
    }

    /** The retention as the setting says it: {@code P7D} rather than {@code PT168H}. */
    public String retentionText() {
        Duration days = Duration.ofDays(retention.toDays());
        return days.equals(retention) ? "P" + retention.toDays() + "D" : retention.toString();
    }
}
